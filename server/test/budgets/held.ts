import type { BudgetWindow } from '@assay/contract'
import type { Insertable } from 'kysely'
import { openSome } from '../../src/engine/budgets/opener.ts'
import { type SubmitOptions, submit } from '../../src/engine/jobs/submit.ts'
import { forgetKnown } from '../../src/storage/rows/known-rows.ts'
import type { BudgetTable } from '../../src/storage/tables/budgets.ts'
import type { TestDatabases } from '../databases.ts'
import { everything, makeQueue, type TestQueue } from '../engine/queue-fixtures.ts'
import { budgetRow } from './rows.ts'

export interface BudgetedQueue extends TestQueue {
  /** Sends one to the analyzer of an organization, which has the budget. */
  send(how?: Sent): Promise<string>
  /** What the opener does once; answers the ids. */
  open(): Promise<string[]>
  /** Claims what may start, as a node does. */
  start(count?: number): Promise<string[]>
  /** Ends everything that runs. */
  finish(): Promise<void>
  line(): Promise<string[]>
}

export interface Sent {
  readonly organization?: string
  readonly by?: 'person' | 'key' | 'rule'
  readonly data?: string
  readonly wait?: boolean
  readonly force?: boolean
  readonly options?: SubmitOptions
}

export const budgetId = 'a-budget'

/** A queue in which the analyzers of alpha and beta share a budget. */
export async function makeBudgetedQueue(
  open: TestDatabases['open'],
  windows: readonly BudgetWindow[],
  given: Partial<Insertable<BudgetTable>> = {},
): Promise<BudgetedQueue> {
  const queue = await makeQueue(open)
  const { deps, clock, database } = queue
  const { db } = database
  const shared = { organization: null, shared: 1, windows: JSON.stringify(windows) }
  await db
    .insertInto('budgets')
    .values(budgetRow(budgetId, { ...shared, ...given }))
    .execute()
  forgetKnown('workers')
  await db
    .updateTable('workers')
    .set({ budget_id: budgetId })
    .where('id', 'in', ['alpha-analyzer', 'beta-analyzer'])
    .execute()
  let sent = 0
  return {
    ...queue,
    async send({ organization = 'alpha', by = 'person', wait, options, ...input } = {}) {
      sent += 1
      const login = 'somebody'
      const asks = by === 'rule' ? { login, kind: by, cause: 'a run' } : undefined
      const via = by === 'person' ? ('session' as const) : ('key' as const)
      const caller = { login, organization, roles: [], via, ...(asks && { asks }) }
      const { job } = await submit(
        deps,
        caller,
        'analyzer',
        `${organization}-analyzer`,
        { dataType: 'other', data: `observable ${sent}`, ...input, ...(wait && { wait }) },
        undefined,
        options,
      )
      return job.id
    },
    open: async () => (await openSome(deps, budgetId)).opened.map(({ id }) => id),
    start: async (count = 1_000) =>
      (await deps.jobQueue.claim('a-node', count, everything)).map(({ id }) => id),
    async finish() {
      for (const job of await deps.jobQueue.running())
        await deps.jobQueue.end(job, { status: 'Success', runner: null, report: '{}' })
      clock.advance(1)
    },
    async line() {
      const rows = await db
        .selectFrom('held_jobs')
        .select('job_id')
        .where('opened_at', 'is', null)
        .orderBy('priority', 'desc')
        .orderBy('turn')
        .orderBy('held_at')
        .execute()
      return rows.map(({ job_id }) => job_id)
    },
  }
}

/** Of a submission that is refused. */
export const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
