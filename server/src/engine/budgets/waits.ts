import type { JobWaits } from '@assay/contract'
import { heldNeeds, isPersonPriority } from '../../domain/budgets/fairness.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import type { VisibleJob } from '../job-rows/store.ts'
import { foresee, foreseen, restOf } from './rest.ts'
import { type BudgetRow, databaseMoment } from './store.ts'

export const isHeld = ({ status, needs }: Pick<VisibleJob, 'status' | 'needs'>) =>
  status === 'Waiting' && needs === heldNeeds

/** What jobs wait for that are held; of others nothing is asked. */
export async function waitsOf(
  deps: EngineDeps,
  jobs: readonly VisibleJob[],
): Promise<ReadonlyMap<string, JobWaits>> {
  const ids = jobs.filter(isHeld).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { db } = deps
  const held = await db
    .selectFrom('held_jobs')
    .select(['job_id', 'budget_id', 'gate'])
    .where('job_id', 'in', ids)
    .execute()
  const found = new Map<string, JobWaits>()
  for (const id of new Set(held.flatMap(({ budget_id }) => budget_id ?? []))) {
    const budget = await db
      .selectFrom('budgets')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!budget) continue
    const own = held.filter(({ budget_id }) => budget_id === id)
    const line = await lineOf(deps, budget, own)
    for (const { job_id, gate } of own) {
      const place = line.places.get(job_id) ?? line.places.size
      const startsAt = line.starts[Math.min(place, line.starts.length - 1)]
      found.set(job_id, {
        for: budget.state === 'open' ? gate : 'provider',
        name: budget.name,
        ...(startsAt === undefined ? {} : { startsAt }),
        before: place,
      })
    }
  }
  return found
}

interface Line {
  readonly places: ReadonlyMap<string, number>
  readonly starts: readonly (number | undefined)[]
}

/** So long a line is answered from memory: a page asks for fifty jobs of it, one by one. */
const knownMs = 1_000
const maxKnown = 100
/** Newcomers of a longer line are told that they are its last, until it is read again. */
const longLine = 200
const known = new WeakMap<
  Db,
  Map<string, { readonly until: number; readonly line: Promise<Line> }>
>()

async function lineOf(
  deps: EngineDeps,
  budget: BudgetRow,
  wanted: readonly { readonly job_id: string }[],
): Promise<Line> {
  const lines = known.get(deps.db) ?? new Map()
  known.set(deps.db, lines)
  const now = performance.now()
  const last = lines.get(budget.id)
  if (last && now < last.until) {
    const line: Line = await last.line
    if (line.places.size >= longLine || wanted.every(({ job_id }) => line.places.has(job_id)))
      return line
  }
  if (lines.size >= maxKnown) lines.clear()
  const line = readLine(deps, budget)
  lines.set(budget.id, { line, until: now + knownMs })
  line.catch(() => lines.delete(budget.id))
  return line
}

async function readLine(deps: EngineDeps, budget: BudgetRow): Promise<Line> {
  const { db } = deps
  const now = await databaseMoment(db, deps)
  const rest = await restOf(db, budget, now)
  const waiting = await db
    .selectFrom('held_jobs')
    .select(['job_id', 'cost', 'priority'])
    .where('budget_id', '=', budget.id)
    .where('opened_at', 'is', null)
    .orderBy('priority', 'desc')
    .orderBy('turn')
    .orderBy('held_at')
    .limit(foreseen)
    .execute()
  const wishes = waiting.map(({ cost, priority }) => ({
    cost,
    isPerson: isPersonPriority(priority),
  }))
  return {
    places: new Map(waiting.map(({ job_id }, place) => [job_id, place])),
    starts: await foresee(db, budget, rest, wishes),
  }
}
