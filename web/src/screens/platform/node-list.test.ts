import type { ClusterNode } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { matchesAll } from '../../shared/list/filters.ts'
import { nodeList, taskOf } from './node-list.ts'

const node = (change: Partial<ClusterNode>): ClusterNode => ({
  id: 'n1',
  name: 'worker-1',
  state: 'alive',
  roles: ['worker'],
  labels: ['default'],
  runners: ['builtin'],
  programs: 0,
  slots: 4,
  running: 0,
  version: '1.0.0',
  pid: 1,
  startedAt: 0,
  seenAt: 0,
  silentFor: 0,
  ...change,
})

describe('the list of nodes', () => {
  const all = [node({}), node({ id: 'n2', name: 'worker-2', labels: ['gpu'], state: 'silent' })]
  const found = (q: string, state: string[] = []) =>
    all
      .filter((one) => matchesAll(nodeList.filters, { q: q === '' ? [] : [q], state }, one))
      .map(({ name }) => name)

  it('is searched by name, label, runner and version', () => {
    expect(found('GPU')).toEqual(['worker-2'])
    expect(found('worker-1')).toEqual(['worker-1'])
    expect(found('builtin')).toEqual(['worker-1', 'worker-2'])
  })

  it('is narrowed down by state', () => {
    expect(found('', ['silent'])).toEqual(['worker-2'])
  })

  it('offers to drain what claims jobs, and to undo that', () => {
    expect(taskOf(node({}))).toBe('drain')
    expect(taskOf(node({ state: 'outdated' }))).toBe('drain')
    expect(taskOf(node({ state: 'draining' }))).toBe('resume')
    expect(taskOf(node({ state: 'drained' }))).toBe('resume')
    expect(taskOf(node({ state: 'silent' }))).toBeUndefined()
    expect(taskOf(node({ roles: ['engine'] }))).toBeUndefined()
  })
})
