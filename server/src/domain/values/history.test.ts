import { expect, it } from 'vitest'
import { type Decided, historyOf } from './history.ts'
import { type HistoryJob, type ListHit, runsOf } from './history-runs.ts'
import type { Change } from './verdict.ts'

const minute = 60_000
const asker = { login: 'alan', kind: 'person', cause: null } as const

const job = (id: string, startedAt: number, more: Partial<HistoryJob> = {}): HistoryJob => ({
  id,
  workerId: 'dns',
  worker: 'DNS',
  definition: 'DNS_1_0',
  outcome: 'done',
  startedAt,
  endedAt: startedAt + 1000,
  asker,
  hasReport: true,
  ...more,
})
const lists = (id: string, at: number, hits: readonly string[]) =>
  job(id, at, {
    workerId: 'lists',
    worker: 'Lists',
    hits: hits.map((list): ListHit => ({ list, source: 'list' })),
  })
const change = (jobId: string, at: number, rank: number): Change => ({ jobId, at, rank })
const decision = (more: Partial<Decided>): Decided => ({
  id: 'd',
  caseId: null,
  level: 1,
  at: 0,
  endedAt: null,
  endedBy: null,
  ...more,
})

/** Rows as `before → after cause`. */
const told = (...input: Parameters<typeof historyOf>) =>
  historyOf(...input).map(
    ({ from, to, cause }) =>
      `${from === undefined ? '' : `${from} → `}${to} ${cause.kind}${'step' in cause ? ` ${cause.step}` : ''}`,
  )

it('analyzers that one request started are one row, in whatever order they end', () => {
  const jobs = [
    job('a', 0, { workerId: 'slow', endedAt: 50_000 }),
    job('b', 10, { workerId: 'fast', endedAt: 20 }),
    job('c', 20, { workerId: 'middle', endedAt: 900 }),
  ]
  const said = [
    { workerId: 'slow', changes: [change('a', 50_000, 1)] },
    { workerId: 'fast', changes: [change('b', 20, 3)] },
    { workerId: 'middle', changes: [change('c', 900, 2)] },
  ]
  expect(told(jobs, said, [])).toEqual(['3 first'])
  const [run] = runsOf(jobs)
  expect(run).toMatchObject({ endedAt: 50_000, jobs: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })
})

it.each([
  ['the same analyzer again', job('b', 10, {})],
  ['another asker', job('b', 10, { workerId: 'x', asker: { ...asker, login: 'ada' } })],
  ['another cause', job('b', 10, { workerId: 'x', asker: { ...asker, cause: 'watch/1' } })],
  ['a pause', job('b', minute, { workerId: 'x' })],
])('%s begins another run', (_, other) => {
  expect(runsOf([job('a', 0), other])).toHaveLength(2)
})

it('a run without any result is none yet', () => {
  const open = job('a', 0, { outcome: 'open', endedAt: undefined })
  expect(runsOf([open])).toEqual([])
  expect(runsOf([open, job('b', 10, { workerId: 'x' })])).toHaveLength(1)
})

it('each row begins where the one before ended', () => {
  const jobs = [0, 1, 2, 3].map((at) => job(`j${at}`, at * minute))
  const changes = [
    change('j3', 3 * minute + 1000, 0),
    change('j1', minute + 1000, 2),
    change('j0', 1000, 0),
  ]
  expect(told(jobs, [{ workerId: 'dns', changes }], [])).toEqual([
    '0 first',
    '0 → 2 evidence',
    '2 → 2 again',
    '2 → 0 evidence',
  ])
})

it('a list that changed is the cause, with its name, also where the verdict stays', () => {
  const jobs = [
    lists('a', 0, []),
    lists('b', minute, ['SOC']),
    lists('c', 2 * minute, ['SOC', 'Watch']),
    lists('d', 3 * minute, ['Watch']),
  ]
  const changes = [
    change('d', 3 * minute + 1000, 2),
    change('b', minute + 1000, 3),
    change('a', 1000, 0),
  ]
  const rows = historyOf(jobs, [{ workerId: 'lists', changes }], [])
  expect(rows.map(({ cause }) => cause)).toMatchObject([
    { kind: 'first' },
    { kind: 'list', lists: [{ list: 'SOC', change: 'added', since: 0, until: minute + 1000 }] },
    { kind: 'list', lists: [{ list: 'Watch', change: 'added' }] },
    { kind: 'list', lists: [{ list: 'SOC', change: 'removed' }] },
  ])
})

it('where the verdict changed, a list that did not change it is no cause', () => {
  const jobs = [
    lists('a', 0, []),
    job('b', 10),
    lists('c', minute, ['Allowed']),
    job('d', minute + 10),
  ]
  const said = [
    { workerId: 'lists', changes: [change('c', minute + 1000, 1), change('a', 1000, 0)] },
    { workerId: 'dns', changes: [change('d', minute + 1010, 3), change('b', 1010, 0)] },
  ]
  expect(told(jobs, said, [])).toEqual(['0 first', '0 → 3 evidence'])
})

it('another version of the analyzer is the cause, with both versions', () => {
  const jobs = [
    job('a', 0, { definition: 'DNS_2_0' }),
    job('b', minute, { definition: 'DNS_2_1', workerId: 'dns2' }),
  ]
  const said = [
    { workerId: 'dns', changes: [change('a', 1000, 0)] },
    { workerId: 'dns2', changes: [change('b', minute + 1000, 2)] },
  ]
  expect(historyOf(jobs, said, []).at(-1)).toMatchObject({
    from: 0,
    to: 2,
    cause: { kind: 'version', version: { worker: 'DNS', before: '2.0', after: '2.1' } },
  })
})

it('a decision outranks analyzers until it is withdrawn or expires', () => {
  const jobs = [0, 2, 6].map((at) => job(`j${at}`, at * minute))
  const said = [
    {
      workerId: 'dns',
      changes: [change('j2', 2 * minute + 1000, 3), change('j0', 1000, 2)],
    },
  ]
  const decisions = [
    decision({ id: 'one', at: minute, endedAt: 3 * minute, endedBy: 'ada' }),
    // It replaces the first one.
    decision({ id: 'two', level: 2, at: 3 * minute, endedAt: 4 * minute, endedBy: 'ada' }),
    decision({ id: 'three', at: 5 * minute, endedAt: 7 * minute }),
  ]
  expect(told(jobs, said, decisions)).toEqual([
    '2 first',
    '2 → 1 decision marked',
    '1 → 1 evidence',
    '1 → 2 decision marked',
    '2 → 3 decision withdrawn',
    '3 → 1 decision marked',
    '1 → 1 again',
    '1 → 3 decision expired',
  ])
  expect(historyOf(jobs, said, decisions).map(({ analyzers }) => analyzers)).toEqual([
    undefined,
    2,
    3,
    3,
    undefined,
    3,
    3,
    undefined,
  ])
})

it('in a case its own decision comes before the one for everywhere', () => {
  const said = [{ workerId: 'dns', changes: [change('a', 1000, 0)] }]
  const decisions = [
    decision({ id: 'here', caseId: 'c', level: 3, at: minute }),
    decision({ id: 'everywhere', level: 1, at: 2 * minute }),
  ]
  expect(told([job('a', 0)], said, decisions)).toEqual([
    '0 first',
    '0 → 3 decision marked',
    '3 → 3 decision marked',
  ])
})

it('a failure changes nothing, and the late end of an older run does not undo a newer one', () => {
  const jobs = [
    job('a', 0),
    job('late', 10, { workerId: 'slow', endedAt: 10 * minute }),
    job('b', minute),
    job('c', 2 * minute, { outcome: 'failed' }),
  ]
  const said = [
    { workerId: 'dns', changes: [change('b', minute + 1000, 3), change('a', 1000, 0)] },
    { workerId: 'slow', changes: [change('late', 10 * minute, 0)] },
  ]
  expect(told(jobs, said, []).at(-1)).toBe('3 → 3 again')
})
