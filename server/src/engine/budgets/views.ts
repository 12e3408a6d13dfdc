import type { Budget } from '@assay/contract'
import { isPersonPriority } from '../../domain/budgets/fairness.ts'
import { type Caller, isOrgadmin } from '../../domain/caller.ts'
import { openConfiguration } from '../configurations/sealed.ts'
import type { EngineDeps } from '../deps.ts'
import { credentialId } from '../workers/credential.ts'
import { countWaiting, foresee, foreseen, type Rest, restOf } from './rest.ts'
import { type BudgetRow, databaseMoment, pauseOver, windowsOf } from './store.ts'

interface Used {
  readonly id: string
  readonly name: string
  readonly type: 'analyzer' | 'responder'
  readonly cost: number
  readonly budget: string | null
  /** Only for administrators. */
  readonly credential: string | undefined
}

/** What the caller's organization runs, with what it uses. */
async function workersOf(deps: EngineDeps, caller: Caller): Promise<Used[]> {
  const { db, secrets } = deps
  const { organization } = caller
  const rows = await db
    .selectFrom('workers')
    .select(['id', 'name', 'type', 'budget_id', 'budget_cost', 'configuration_sealed'])
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()
  const isAdmin = isOrgadmin(caller)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    cost: row.budget_cost ?? 1,
    budget: row.budget_id,
    credential: isAdmin
      ? credentialId(secrets, organization, openConfiguration(secrets, row))
      : undefined,
  }))
}

const shownWorker = ({ id, name, type, cost }: Used) => ({ id, name, type, cost })

/** A pause that is over ends with the next start; until then its row says nothing that is true. */
const currently = (row: BudgetRow, now: number): BudgetRow =>
  row.state === 'held' && row.until !== null && row.until <= now ? { ...row, ...pauseOver } : row

export async function budgetViews(
  deps: EngineDeps,
  caller: Caller,
  rows: readonly BudgetRow[],
): Promise<Budget[]> {
  if (rows.length === 0) return []
  const workers = await workersOf(deps, caller)
  const now = await databaseMoment(deps.db, deps)
  const views: Budget[] = []
  for (const row of rows)
    views.push(await budgetView(deps, caller, currently(row, now), workers, now))
  return views
}

async function budgetView(
  { db }: EngineDeps,
  caller: Caller,
  row: BudgetRow,
  workers: readonly Used[],
  now: number,
): Promise<Budget> {
  const rest = await restOf(db, row, now)
  const own = workers.filter(({ budget }) => budget === row.id)
  const credentials = new Set(own.flatMap(({ credential }) => credential ?? []))
  const others = workers.filter(
    ({ budget, credential }) =>
      budget !== row.id && credential !== undefined && credentials.has(credential),
  )
  const waiting = await countWaiting(db, row.id)
  const startsAt = await startOfNext(db, row, rest, waiting)
  return {
    id: row.id,
    name: row.name,
    source: row.organization === null ? 'server' : 'organization',
    ...(row.organization === null ? { shared: row.shared === 1 } : {}),
    windows: windowsOf(row).map((window, at) => {
      const used = rest.used[at] ?? 0
      return { ...window, used, left: Math.max(0, window.count - used) }
    }),
    peopleShare: row.people_share,
    maxWaitMinutes: Math.round(row.max_wait_ms / 60_000),
    state: row.state,
    ...(row.until === null ? {} : { until: row.until }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    waiting,
    // The present moment would differ in each answer, and an object that was read could not be sent back.
    ...(startsAt === undefined || startsAt <= now ? {} : { startsAt }),
    workers: own.map(shownWorker),
    ...(isOrgadmin(caller) ? { sameCredential: others.map(shownWorker) } : {}),
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
    ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
  }
}

/** Of a person's job that costs one start: behind the people who wait. */
async function startOfNext(
  db: EngineDeps['db'],
  row: BudgetRow,
  rest: Rest,
  waiting: number,
): Promise<number | undefined> {
  const own = { cost: 1, isPerson: true }
  const ahead =
    waiting === 0
      ? []
      : await db
          .selectFrom('held_jobs')
          .select(['cost', 'priority'])
          .where('budget_id', '=', row.id)
          .where('opened_at', 'is', null)
          .where('priority', '>', 0)
          .limit(foreseen - 1)
          .execute()
  const wishes = ahead.map(({ cost, priority }) => ({ cost, isPerson: isPersonPriority(priority) }))
  return (await foresee(db, row, rest, [...wishes, own])).at(-1)
}
