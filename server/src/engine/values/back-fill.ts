import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { endedJobs } from './from-job.ts'
import { rememberPast } from './past-answers.ts'

type Deps = Pick<EngineDeps, 'db' | 'dialect' | 'clock' | 'stopping' | 'log'>

/** Small steps: a long transaction would hold up every writer. */
const step = 10
const pauseMs = 20

/**
 * Answers of jobs that ended before there was a table for them: once for every organization, the newest
 * first. `meta` keeps the position, so a restart continues there; a second process repeats the same
 * work in vain and does no harm.
 */
export function startBackFill(deps: Deps) {
  const work = fillAnswers(deps, pauseMs).catch((err: unknown) => {
    if (!deps.stopping.aborted)
      deps.log.error({ err }, 'failed to back-fill verdicts of older jobs; will retry')
  })
  return { stop: () => work }
}

export async function fillAnswers(deps: Deps, pause = 0): Promise<void> {
  const organizations = await deps.db.selectFrom('organizations').select('name').execute()
  for (const { name } of organizations) {
    if (deps.stopping.aborted) return
    await fillOrganization(deps, name, pause)
  }
}

const done = 'done'
const markOf = (organization: string) => `answers-from:${organization}`

async function fillOrganization(deps: Deps, organization: string, pause: number): Promise<void> {
  const { db } = deps
  const mark = markOf(organization)
  let at = await readMark(db, mark)
  while (at !== done && !deps.stopping.aborted) {
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
    at = last === undefined ? done : `${last.created_at} ${last.id}`
    await db.transaction().execute(async (tx) => {
      for (const job of jobs) await rememberPast(tx, deps, job)
      await writeMark(tx, mark, at ?? done)
    })
    if (pause > 0 && last !== undefined) await sleep(pause)
  }
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
