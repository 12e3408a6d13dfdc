import type { RelationNode, ValueRelations } from '@assay/contract'
import { expect, it } from 'vitest'
import { growth, nearlyQuadratic } from '../../../../scripts/test-growth.ts'
import { adjacentNode, fewest, layered, withoutProperties } from './layout.ts'

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

it('has no hash, name or subject of the file itself', () => {
  const file: ValueRelations = {
    center: 'file',
    nodes: [
      { ...node('file'), dataType: 'file' },
      { ...node('md5'), dataType: 'hash' },
      { ...node('subject'), dataType: 'mail-subject' },
      node('link', 'malicious'),
    ],
    edges: [
      { ...edge('file', 'md5'), kind: 'hash' },
      { ...edge('file', 'subject'), kind: 'subject' },
      edge('file', 'link'),
    ],
    left: 0,
  }

  expect(withoutProperties(file).nodes.map(({ key }) => key)).toEqual(['file', 'link'])
  // A hash leads to its file.
  const ofHash = withoutProperties({ ...file, center: 'md5' })
  expect(ofHash.nodes.map(({ key }) => key)).toContain('md5')
})

it('fits a screen: of each column the worst are drawn', () => {
  const names = Array.from({ length: 30 }, (_, at) => `n${at}`)
  const drawn = fewest({
    center: 'value',
    nodes: [node('value'), ...names.map((name, at) => node(name, at > 26 ? 'malicious' : 'none'))],
    edges: names.map((name) => edge('value', name)),
    left: 0,
  })

  expect(drawn.nodes.length).toBe(9)
  expect(drawn.nodes.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['value', 'n27', 'n28', 'n29']),
  )
  expect(drawn.edges.length).toBe(8)
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

it('takes no more time for 200 nodes than their square', async () => {
  const relationsOf = (times: number): ValueRelations => {
    const others = 50 * times - 1
    const nodes = [node('value'), ...Array.from({ length: others }, (_, at) => node(`n${at}`))]
    const edges = nodes
      .slice(1)
      .flatMap(({ key }, at) => [
        edge(at % 2 ? key : 'value', at % 2 ? 'value' : key),
        edge(key, `n${(at * 7) % others}`),
      ])
    return { center: 'value', nodes, edges, left: 0 }
  }
  // Often enough to be measured.
  const work = (many: ValueRelations) => {
    for (let round = 0; round < 3; round += 1) layered(many)
  }

  expect(await growth(relationsOf, work)).toBeLessThan(nearlyQuadratic)
  expect(layered(relationsOf(4)).nodes.length).toBeGreaterThan(100)
})
