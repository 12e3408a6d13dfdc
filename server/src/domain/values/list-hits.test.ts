import { expect, it } from 'vitest'
import { hitsInBody, readsLists } from './list-hits.ts'

const body = (findings: readonly object[]) =>
  JSON.stringify({ summary: { taxonomies: [] }, full: { findings } })
const blocked = (list: string) => ({
  level: 'malicious',
  id: 'lists.blocked',
  explanation: `On ${list}`,
  parameters: { list, entry: 'x' },
})

it('names the lists and feeds of a report', () => {
  const feed = {
    ...blocked(''),
    id: 'feeds.malicious',
    explanation: 'x',
    parameters: { feed: 'F' },
  }
  const other = { ...blocked('x'), id: 'lists.service', explanation: 'y' }
  expect(hitsInBody(body([blocked('SOC'), feed, other]))).toEqual([
    { list: 'SOC', source: 'list' },
    { list: 'F', source: 'feed' },
  ])
  expect(hitsInBody(body([]))).toEqual([])
})

it('nothing is known of a report with more hits than are kept, or that cannot be read', () => {
  expect(hitsInBody(body(['1', '2', '3', '4', '5', '6'].map(blocked)))).toBeUndefined()
  expect(hitsInBody(body([{ ...blocked('x'), parameters: {} }]))).toBeUndefined()
  expect(hitsInBody('not JSON')).toBeUndefined()
})

it('only of built-in analyzers that read lists', () => {
  expect(readsLists('Assay_Lists_1_0')).toBe(true)
  expect(readsLists('Assay_Feeds_1_0')).toBe(true)
  expect(readsLists('Assay_Listsome_1_0')).toBe(false)
})
