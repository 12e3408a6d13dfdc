import type { RelationNode, ValueRelations } from '@assay/contract'
import { expect, it } from 'vitest'
import { adjacentNode, layered } from './layout.ts'

const node = (key: string, level: RelationNode['level'] = 'none'): RelationNode => ({
  key,
  dataType: 'domain',
  data: key,
  level,
  cases: 0,
})
const edge = (from: string, to: string) => ({ from, to, kind: 'link', jobId: 'j' })
const relations: ValueRelations = {
  center: 'value',
  nodes: [node('value'), node('mail'), node('url'), node('a', 'malicious'), node('b')],
  edges: [edge('mail', 'url'), edge('url', 'value'), edge('value', 'b'), edge('value', 'a')],
  left: 0,
}

it('what leads to the value stands left of it, what it leads to stands right, the worst first', () => {
  const places = layered(relations).nodes.map(({ node: { key }, column }) => [key, column])

  expect(places).toEqual([
    ['mail', -2],
    ['url', -1],
    ['value', 0],
    ['a', 1],
    ['b', 1],
  ])
})

it.each([
  ['url', 'ArrowLeft', 'mail'],
  ['url', 'ArrowRight', 'a'],
  ['a', 'ArrowDown', 'b'],
  ['b', 'ArrowUp', 'a'],
  ['a', 'ArrowLeft', 'url'],
  ['mail', 'ArrowLeft', undefined],
  ['mail', 'Enter', undefined],
])('from %s %s leads to %s', (from, key, to) => {
  expect(adjacentNode(layered(relations), from, key, 'value')).toBe(to)
})
