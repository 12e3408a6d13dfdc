import { setTimeout as sleep } from 'node:timers/promises'
import { valueKey } from '../../domain/values/key.ts'
import {
  changeText,
  maxChangesLength,
  readChanges,
  withEarlier,
} from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { transact } from '../../storage/prepared.ts'
import type { EngineDeps } from '../deps.ts'
import { rememberAnswer } from './answers.ts'
import { type EndedJob, endedJobs, storedAnswer } from './from-job.ts'

type Deps = Pick<EngineDeps, 'db' | 'dialect' | 'clock' | 'stopping' | 'log'>

/** Small steps: a long transaction would hold up every writer. */
const step = 10
const pauseMs = 20
const artifactStep = 500

/**
 * Answers of jobs that ended before there was a table for them: once for every organization, the newest
 * first. `meta` knows how far it came, so that a restart goes on there; a second process that does the
 * same work does it in vain and does no harm.
 */
export function startBackFill(deps: Deps) {
  const work = fillAnswers(deps, pauseMs).catch((err: unknown) => {
    if (!deps.stopping.aborted)
      deps.log.error({ err }, 'verdicts of older jobs are not complete yet')
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
      for (const job of jobs) await fillJob(tx, deps, job)
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

async function fillJob(tx: Db, { dialect }: Deps, job: EndedJob): Promise<void> {
  const { organization } = job
  await fillArtifacts(tx, job.id)
  const answer = storedAnswer(job)
  if (answer === undefined) return
  const at = job.end_date ?? job.created_at
  const key = { organization, value_hash: answer.value_hash, worker_id: answer.worker_id }
  const known = await dialect
    .lockRow(
      tx
        .selectFrom('value_answers')
        .select(['level', 'changes', 'first_at', 'failed_at', 'job_id'])
        .where((eb) => eb.and(key)),
    )
    .executeTakeFirst()
  // What is there is newer than this one, apart from what it does not know at all.
  if (!known || (answer.level !== null && known.level === null)) {
    await transact(tx, () => rememberAnswer(job, answer, at))
    if (known)
      await tx
        .updateTable('value_answers')
        .set({ first_at: Math.min(known.first_at, at) })
        .where((eb) => eb.and(key))
        .execute()
    return
  }
  const changes =
    answer.level === null || known.job_id === job.id
      ? readChanges(known.changes)
      : withEarlier(readChanges(known.changes), { at, rank: answer.level, jobId: job.id })
  await tx
    .updateTable('value_answers')
    .set({
      first_at: Math.min(known.first_at, at),
      changes: changes.map(changeText).join('').slice(0, maxChangesLength),
      ...(changes[0] ? { level_since: changes[0].at } : {}),
    })
    .where((eb) => eb.and(key))
    .execute()
}

async function fillArtifacts(tx: Db, jobId: string): Promise<void> {
  for (;;) {
    const rows = await tx
      .selectFrom('artifacts')
      .select(['id', 'data_type', 'data', 'attachment_id'])
      .where('job_id', '=', jobId)
      .where('value_hash', 'is', null)
      .limit(artifactStep)
      .execute()
    for (const { id, data_type: dataType, data, attachment_id: hash } of rows)
      await tx
        .updateTable('artifacts')
        .set({
          value_hash:
            hash === null ? valueKey({ dataType, data: data ?? '' }) : valueKey({ dataType, hash }),
        })
        .where('id', '=', id)
        .execute()
    if (rows.length < artifactStep) return
  }
}
