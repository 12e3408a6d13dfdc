import type { RelationNode, ValueRelations } from '@assay/contract'
import { expect, it } from 'vitest'
import { caseIdOf, caseKey, caseRelations } from './case-relations.ts'

const node = (key: string): RelationNode => ({
  key,
  dataType: 'domain',
  data: `${key}.example`,
  level: null,
  cases: 1,
})
const edge = (from: string, to: string) => ({ from, to, kind: 'found in', jobId: '1' })

it('hangs values on the case, and what was found in one of them on that one', () => {
  const found: ValueRelations = {
    center: 'a',
    nodes: ['a', 'b', 'far'].map(node),
    edges: [edge('a', 'b'), edge('b', 'far')],
    left: 0,
  }
  const other = { id: '~7', number: 7, title: 'Other' }
  const drawn = caseRelations(
    { _id: '~9', number: 9, title: 'This' },
    found,
    new Set(['a', 'b']),
    ({ key }) => ({ cases: key === 'b' ? [other, { ...other, id: '~9', number: 9 }] : [] }),
  )

  expect(drawn.center).toBe(caseKey)
  expect(drawn.edges.map(({ from, to }) => `${from}→${to}`)).toEqual([
    'case→a',
    'a→b',
    'b→far',
    'b→case ~7',
  ])
  expect(drawn.nodes.flatMap((one) => caseIdOf(one) ?? [])).toEqual(['~7'])
})
