import type { Artifact } from '@assay/contract'
import { expect, it } from 'vitest'
import { filtered, mergedArtifacts, observablesOf, strictestTlp, typeCounts } from './list.ts'

const artifact = (dataType: string, data: string, more: Partial<Artifact> = {}) =>
  ({ dataType, data, tlp: 2, tags: [], ...more }) as unknown as Artifact

const sample = { id: 'sha256', name: 'a.exe', size: 3, contentType: 'x/y' }
const found = mergedArtifacts([
  artifact('ip', '198.51.100.7', { tags: ['resolved'], message: 'A record' }),
  artifact('domain', 'found.example'),
  artifact('ip', '198.51.100.7', { tags: ['resolved', 'again'], tlp: 3 }),
  { ...artifact('file', ''), data: undefined, attachment: sample } as unknown as Artifact,
])

it('shows a duplicate once, with all that was said about it', () => {
  expect(found).toHaveLength(3)
  expect(found[0]).toMatchObject({
    data: '198.51.100.7',
    tlp: 3,
    tags: ['resolved', 'again'],
    messages: ['A record'],
  })
})

it('keeps the same value of two types apart', () => {
  expect(mergedArtifacts([artifact('domain', 'a.b'), artifact('fqdn', 'a.b')])).toHaveLength(2)
})

it('counts types, most first', () => {
  const counts = typeCounts(
    mergedArtifacts([artifact('url', 'a'), artifact('ip', 'b'), artifact('ip', 'c')]),
  )
  expect(counts).toEqual([
    ['ip', 2],
    ['url', 1],
  ])
})

it('filters by type and by value, tag or message', () => {
  const ids = (types: string[], wanted: string) =>
    filtered(found, { types, wanted }).map(({ dataType }) => dataType)
  expect(ids([], '')).toEqual(['ip', 'domain', 'file'])
  expect(ids(['ip', 'file'], '')).toEqual(['ip', 'file'])
  expect(ids([], ' AGAIN ')).toEqual(['ip'])
  expect(ids([], 'a record')).toEqual(['ip'])
  expect(ids([], 'a.exe')).toEqual(['file'])
  expect(ids(['domain'], '198')).toEqual([])
})

it('hands on what has a value, marked at least as strict as the job', () => {
  expect(observablesOf(found)).toEqual([
    { dataType: 'ip', data: '198.51.100.7' },
    { dataType: 'domain', data: 'found.example' },
  ])
  expect(strictestTlp(2, found)).toBe(3)
  expect(strictestTlp(2, found.slice(1))).toBe(2)
})
