import type { JobDiff } from '@assay/contract'
import { expect, it } from 'vitest'
import { differencesOf } from './differences.ts'

const reason = (text: string) => ({ level: 'malicious' as const, text })
const diff = (more: Partial<JobDiff> = {}): JobDiff => ({
  reasons: { added: [], removed: [], same: [] },
  badges: { added: [], removed: [], same: [] },
  artifacts: { added: [], removed: [], same: 0 },
  fields: [],
  sameFields: 1,
  isCut: false,
  ...more,
})

it('names the analyzer of each difference, what is new first', () => {
  const { reasons, fields, sameFields, isCut, isAny } = differencesOf([
    {
      analyzer: 'DNS',
      diff: diff({
        reasons: { added: [], removed: [reason('old')], same: [reason('stays')] },
        fields: [{ path: 'ttl', kind: 'changed', before: '300', after: '60' }],
      }),
    },
    {
      analyzer: 'Lists',
      diff: diff({ reasons: { added: [reason('new')], removed: [], same: [] }, isCut: true }),
    },
  ])
  expect(reasons.map(({ analyzer, kind, what }) => `${kind} ${what.text} ${analyzer}`)).toEqual([
    'added new Lists',
    'removed old DNS',
    'same stays DNS',
  ])
  expect(fields).toMatchObject([{ analyzer: 'DNS', path: 'ttl' }])
  expect({ sameFields, isCut, isAny }).toEqual({ sameFields: 2, isCut: true, isAny: true })
})

it('what both have is no difference', () => {
  const same = diff({ reasons: { added: [], removed: [], same: [reason('stays')] } })
  expect(differencesOf([{ analyzer: 'DNS', diff: same }]).isAny).toBe(false)
})
