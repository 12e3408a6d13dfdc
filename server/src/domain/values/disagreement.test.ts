import type { Reason, VerdictLevel } from '@assay/contract'
import { expect, it } from 'vitest'
import { disagreement } from './disagreement.ts'

const reason = (level: VerdictLevel, id: string, list?: string): Reason => ({
  level,
  text: id,
  id,
  ...(list === undefined ? {} : { parameters: { list, entry: 'x' } }),
  analyzer: 'A',
  jobId: 'job',
  at: 1,
})
const blocked = reason('malicious', 'lists.blocked', 'SOC')
const allowed = reason('safe', 'lists.allowed', 'partners')
const bad = { ...reason('suspicious', 'mail.spf'), technique: 'T1656' }

it('names the lists that disagree, at the level of the worse', () => {
  expect(disagreement([blocked, allowed], ['malicious'])).toEqual({
    ...blocked,
    text: 'Conflict: on allow list “partners” and on block list “SOC”',
    id: 'verdict.allowed-yet-blocked',
    parameters: { allowed: 'partners', blocked: 'SOC' },
  })
})

it('names the allow list where analyzers find something bad', () => {
  const found = disagreement([bad, allowed], ['suspicious', 'safe'])
  expect(found).toMatchObject({
    level: 'suspicious',
    text: 'Conflict: on allow list “partners”, but 1 analyzer flags it',
  })
  expect(found?.technique).toBeUndefined()
})

it('counts those who say this and that', () => {
  const good = reason('safe', 'hash.known-good')
  expect(disagreement([bad, good], ['suspicious', 'malicious', 'safe'])?.text).toBe(
    'Analyzers disagree: 1 says benign, 2 flag it',
  )
})

it.each([
  ['nothing was said', [], []],
  ['all say the same', [blocked], ['malicious', 'malicious']],
  ['others have no opinion', [blocked, reason('none', 'dns.name')], ['malicious', 'none']],
  ['nobody says that it is bad', [allowed], ['safe', 'none']],
] as const)('is silent where %s', (_, reasons, levels) => {
  expect(disagreement(reasons, levels)).toBeUndefined()
})
