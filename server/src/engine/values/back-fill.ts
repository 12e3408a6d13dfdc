import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { endedJobs } from './from-job.ts'
import { rememberPast } from './past-answers.ts'

type Deps = Pick<EngineDeps, 'db' | 'dialect' | 'clock'>

/** Small steps: a long transaction would hold up every writer. */
const step = 10
const everyMs = 60_000

/**
 * Answers of jobs that ended before there was a table for them: once for every organization, the newest
 * first. `meta` keeps the position, so a restart continues there; a second process repeats the same
 * work in vain and does no harm.
 */
export const startBackFill = (deps: EngineDeps): Working =>
  startSweep(deps.background, {
    name: 'verdicts of older jobs',
    everyMs,
    step: fillByTurns(deps),
  })

export async function fillAnswers(deps: Deps): Promise<void> {
  const fillSome = fillByTurns(deps)
  while (await fillSome());
}

/** Each call fills a step of the next organization. Answers whether there is more to do. */
function fillByTurns(deps: Deps) {
  let left: string[] | undefined
  return async () => {
    left ??= await organizationsIn(deps.db)
    const [next] = left
    if (next === undefined) return false
    // Before the step: one that fails does not hold up the other organizations.
    left = [...left.slice(1), next]
    if (await fillSomeOf(deps, next)) left = left.filter((name) => name !== next)
    return left.length > 0
  }
}

async function organizationsIn(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('organizations').select('name').execute()
  return rows.map(({ name }) => name)
}

const done = 'done'
const markOf = (organization: string) => `answers-from:${organization}`

async function fillSomeOf(deps: Deps, organization: string): Promise<boolean> {
  const { db } = deps
  const mark = markOf(organization)
  const at = await readMark(db, mark)
  if (at === done) return true
  const [before, id] = at === undefined ? [deps.clock.now() + 1, ''] : cursorOf(at)
  const jobs = await endedJobs(db, organization)
    .where((eb) =>
      eb.or([
        eb('jobs.created_at', '<', before),
        eb.and([eb('jobs.created_at', '=', before), eb('jobs.id', '<', id)]),
      ]),
    )
    .orderBy('jobs.created_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(step)
    .execute()
  const last = jobs.at(-1)
  await db.transaction().execute(async (tx) => {
    for (const job of jobs) await rememberPast(tx, deps, job)
    await writeMark(tx, mark, last === undefined ? done : `${last.created_at} ${last.id}`)
  })
  return last === undefined
}

const cursorOf = (mark: string): [number, string] => {
  const [at, id = ''] = mark.split(' ')
  return [Number(at), id]
}

async function readMark(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

const writeMark = (tx: Db, name: string, value: string) =>
  tx
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
