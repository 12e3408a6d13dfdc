import type { Job, Worker } from '@assay/contract'
import { runAgain, type Submission, submit } from '../data/submit.ts'
import { type Observed, plainValue } from '../model/observable.ts'
import { isFinal } from '../model/statuses.ts'
import type { Pair } from './plan.ts'
import { observedOf } from './rows.ts'
import type { Sendable, Sender, SendState } from './sender.ts'

export interface BatchRow {
  readonly key: string
  readonly observed: Observed
}

export interface BatchColumn {
  readonly id: string
  readonly name: string
}

/** The shape of a matrix: which observable meets which analyzer. */
export interface Grid {
  readonly rows: readonly BatchRow[]
  readonly columns: readonly BatchColumn[]
  readonly items: readonly Sendable[]
}

export const cellKey = (row: BatchRow, column: BatchColumn) => `${column.id}\n${row.key}`

export type RunOptions = Pick<Submission, 'tlp' | 'pap' | 'message' | 'parameters' | 'force'>

/** What the form asks for. */
export function gridOfPairs(pairs: readonly Pair[], options: RunOptions): Grid {
  const rows = new Map<string, BatchRow>()
  const columns = new Map<string, BatchColumn>()
  const items = pairs.map(({ row, analyzer, dataType }): Sendable => {
    const batchRow = { key: row.key, observed: observedOf(row) }
    const column = columnOf(analyzer)
    rows.set(row.key, batchRow)
    columns.set(column.id, column)
    const submission = { ...options, analyzerId: analyzer.id, dataType, value: row.value }
    return {
      key: cellKey(batchRow, column),
      analyzerId: analyzer.id,
      send: ({ force }) => submit({ ...submission, force: force || options.force === true }),
    }
  })
  return { rows: [...rows.values()], columns: sortedColumns(columns), items }
}

/** Jobs that were started before, in their order; of two that fill one cell the newer is shown. */
export function gridOfJobs(jobs: readonly Job[]): Grid & { jobs: ReadonlyMap<string, Job> } {
  const rows = new Map<string, BatchRow>()
  const columns = new Map<string, BatchColumn>()
  const cells = new Map<string, Job>()
  for (const job of jobs) {
    const { dataType, data, attachment } = job
    const key = `${dataType}\n${attachment?.id ?? plainValue(job)}`
    const row = { key, observed: attachment ? { dataType, attachment } : { dataType, data } }
    const column = { id: job.workerId, name: job.workerName }
    rows.set(key, row)
    columns.set(column.id, column)
    const other = cells.get(cellKey(row, column))
    if (!other || other.createdAt <= job.createdAt) cells.set(cellKey(row, column), job)
  }
  const items = [...cells].map(
    ([key, job]): Sendable => ({
      key,
      analyzerId: job.workerId,
      send: ({ force }) => runAgain(job, { force }),
    }),
  )
  return { rows: [...rows.values()], columns: sortedColumns(columns), items, jobs: cells }
}

const columnOf = ({ id, name }: Worker): BatchColumn => ({ id, name })

const sortedColumns = (columns: ReadonlyMap<string, BatchColumn>) =>
  [...columns.values()].sort((a, b) => a.name.localeCompare(b.name))

/** What became of a batch so far. */
export interface Tally {
  readonly total: number
  readonly ok: number
  readonly running: number
  readonly waiting: number
  readonly failed: number
  /** Still in this browser. */
  readonly unsent: number
  readonly other: number
}

export function tallyOf(states: Iterable<SendState>): Tally {
  const tally = { total: 0, ok: 0, running: 0, waiting: 0, failed: 0, unsent: 0, other: 0 }
  for (const state of states) {
    tally.total += 1
    tally[shareOf(state)] += 1
  }
  return tally
}

function shareOf(state: SendState): Exclude<keyof Tally, 'total'> {
  if (state.kind === 'refused') return 'failed'
  if (state.kind !== 'job') return 'unsent'
  switch (state.job.status) {
    case 'Success':
      return 'ok'
    case 'InProgress':
      return 'running'
    case 'Waiting':
      return 'waiting'
    case 'Failure':
      return 'failed'
    default:
      return 'other'
  }
}

const jobsOf = (sender: Sender): Job[] =>
  [...sender.states.values()].flatMap((state) => (state.kind === 'job' ? [state.job] : []))

export const jobIdsOf = (sender: Sender) => jobsOf(sender).map(({ id }) => id)

export const pendingIdsOf = (sender: Sender) =>
  jobsOf(sender).flatMap(({ id, status }) => (isFinal(status) ? [] : [id]))

/** Only these are sent by "retry failed". */
export const failedKeysOf = (sender: Sender) =>
  [...sender.states].flatMap(([key, state]) => (shareOf(state) === 'failed' ? [key] : []))
