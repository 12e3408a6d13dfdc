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

it('lays 200 nodes out within 300 ms', () => {
  const nodes = [node('value'), ...Array.from({ length: 199 }, (_, at) => node(`n${at}`))]
  const edges = nodes
    .slice(1)
    .flatMap(({ key }, at) => [
      edge(at % 2 ? key : 'value', at % 2 ? 'value' : key),
      edge(key, `n${(at * 7) % 199}`),
    ])
  const many: ValueRelations = { center: 'value', nodes, edges, left: 0 }
  // The best of some: what else the machine does is not ours.
  const tookMs = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    layered(many)
    return performance.now() - startedAt
  })

  expect(Math.min(...tookMs)).toBeLessThan(300)
  expect(layered(many).nodes.length).toBeGreaterThan(100)
})
