import { analyzers } from '@assay/analyzers/descriptions'
import type { InvestigationJob, InvestigationValue } from '@assay/contract'
import { expect, it } from 'vitest'
import { growth, nearlyQuadratic } from '../../../../scripts/test-growth.ts'
import { layoutOf } from './layout.ts'
import { cellsOf, sortedRows, tablesOf } from './matrix-model.ts'

const value = (key: string, dataType: string, state = 'none') =>
  ({ key, dataType, data: key, state }) as InvestigationValue
const job = (key: string, analyzer: string, level?: string, status = 'Success') =>
  ({ key, analyzer, analyzerId: analyzer, level, status }) as InvestigationJob

const values = [value('a', 'domain'), value('b', 'domain', 'malicious'), value('c', 'ip')]
const lists = `${analyzers.lists.name}_1_0`
const jobs = [
  job('a', analyzers.dns.name, 'none'),
  job('a', lists, 'none'),
  job('b', lists, 'malicious'),
  job('c', analyzers.ip.name, undefined, 'Failure'),
]

it('each kind of value has a table with the analyzers that were asked about it', () => {
  expect(
    tablesOf(values, jobs).map(({ dataType, columns }) => [
      dataType,
      columns.map(({ name }) => name),
    ]),
  ).toEqual([
    ['domain', ['Block lists', 'DNS']],
    ['ip', ['IP address']],
  ])
})

it('a column puts hits first, and the other way round on demand', () => {
  const rows = values.slice(0, 2)
  const by = (sort: string) => sortedRows(rows, sort, cellsOf(jobs)).map(({ key }) => key)
  expect(by(lists)).toEqual(['b', 'a'])
  expect(by(`-${lists}`)).toEqual(['a', 'b'])
  expect(by('verdict')).toEqual(['b', 'a'])
  expect(by('value')).toEqual(['a', 'b'])
})

it('a drawing puts what was found right of where it was found, and 200 nodes take no more than their square', async () => {
  const nodesOf = (times: number) =>
    Array.from({ length: 50 * times }, (_, index) => ({
      key: String(index),
      dataType: 'ip',
      data: String(index),
      level: null,
      cases: 0,
      isMember: true,
    }))
  const drawingOf = (times: number) => {
    const nodes = nodesOf(times)
    const edges = nodes.slice(1).map(({ key }, index) => ({
      from: String(Math.floor(index / 3)),
      to: key,
      kind: 'found in',
      jobId: 'j',
    }))
    return { nodes, edges: [...edges, { from: '5', to: '5', kind: '', jobId: '' }] }
  }
  const work = ({ nodes, edges }: ReturnType<typeof drawingOf>) => {
    // Often enough to be measured.
    for (let round = 0; round < 5; round += 1) layoutOf(nodes, edges)
  }
  expect(await growth(drawingOf, work)).toBeLessThan(nearlyQuadratic)
  const { nodes: all, edges } = drawingOf(4)
  const { nodes: placed, columns } = layoutOf(all, edges)
  const columnOf = new Map(placed.map(({ node, column }) => [node.key, column]))
  expect(columnOf.get('0')).toBe(0)
  expect(columnOf.get('1')).toBe(1)
  expect(columns).toBe(5)
  expect(new Set(placed.map(({ column, row }) => `${column} ${row}`)).size).toBe(200)
})
