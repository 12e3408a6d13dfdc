import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import { contradictions } from './contradictions.ts'
import { built, prepared, type Steps } from './prepared.ts'

/** A user with something new to read. */
export interface Notified {
  readonly organization: string
  readonly watch_id: string
  readonly login: string
}

/** As sent on the streams; only the watcher gets it. */
export const newsEvent = ({ organization, watch_id: id, login }: Notified, now: number) => ({
  organization,
  operation: 'create' as const,
  objectType: 'watch' as const,
  objectId: id,
  rootId: id,
  user: login,
  date: now,
  details: {},
})

export const newNewsId = () => randomBytes(12).toString('base64url')

interface NewAnswer {
  readonly organization: string
  readonly value_hash: string
  /** Whose answer may have changed the verdict, and by which job. */
  readonly worker_name: string | null
  readonly job_id: string | null
}

/**
 * In the transaction that changes what is known about a value: watchers who know another verdict are
 * notified. For an unwatched value it costs one index lookup. PostgreSQL does the same in `end_jobs_3`
 * for many jobs at once.
 */
export function* notifyOfVerdict(
  { name }: Pick<Dialect, 'name'>,
  answer: NewAnswer,
  at: number,
): Steps<Notified[]> {
  const { organization, value_hash } = answer
  if (name === 'postgres') {
    const notified = yield* notifiedBy.step({ ...answer, at })
    return notified.map((row) => ({ organization, ...row }))
  }
  const watches = yield* watchesOf.step({ organization, value_hash })
  if (watches.length === 0) return []
  const [found] = yield* levelOf.step({ organization, value_hash })
  const level = found?.level ?? null
  const notified: Notified[] = []
  for (const watch of watches) {
    if (watch.level === level) continue
    yield* built((db) => changed(db, watch, level, answer, at))
    yield* built((db) => db.updateTable('value_watches').set({ level }).where('id', '=', watch.id))
    // Back to what the watcher knows: no notification.
    yield* built((db) =>
      db
        .deleteFrom('value_news')
        .where('watch_id', '=', watch.id)
        .where('kind', '=', 'verdict')
        .where('read_at', 'is', null)
        .where(sql<boolean>`from_level is not distinct from to_level`),
    )
    notified.push({ organization, watch_id: watch.id, login: watch.login })
  }
  return [...notified, ...(yield* notifyOfContradiction(answer, watches, at))]
}

/** That an analyzer came to worse than what a person decided is news once; the decision stands. */
function* notifyOfContradiction(
  { organization, value_hash, worker_name, job_id }: NewAnswer,
  watches: readonly Watch[],
  at: number,
): Steps<Notified[]> {
  const [found] = yield* contradicted.step({ organization, value_hash })
  if (!found) return []
  yield* built((db) =>
    db.updateTable('analyst_verdicts').set({ contradicted_at: at }).where('id', '=', found.id),
  )
  for (const { id } of watches)
    yield* built((db) =>
      db.insertInto('value_news').values({
        id: newNewsId(),
        watch_id: id,
        kind: 'contradicted',
        at,
        from_level: found.level,
        to_level: found.worse,
        worker_name,
        job_id,
      }),
    )
  return watches.map(({ id, login }) => ({ organization, watch_id: id, login }))
}

const contradicted = prepared<
  { organization: string; value_hash: string },
  { id: string; level: number; worse: number }
>((db, slot) =>
  contradictions(db)
    .select(['d.id', 'd.level'])
    .where('d.organization', '=', slot('organization'))
    .where('d.value_hash', '=', slot('value_hash'))
    .where('d.case_id', 'is', null)
    .where('d.contradicted_at', 'is', null)
    .groupBy(['d.id', 'd.level']),
)

interface Watch {
  readonly id: string
  readonly login: string
  readonly level: number | null
}

const watchesOf = prepared<{ organization: string; value_hash: string }, Watch>((db, slot) =>
  db
    .selectFrom('value_watches')
    .select(['id', 'login', 'level'])
    .where('organization', '=', slot('organization'))
    .where('value_hash', '=', slot('value_hash')),
)

const levelOf = prepared<{ organization: string; value_hash: string }, { level: number | null }>(
  (db, slot) =>
    db
      .selectFrom('value_answers')
      // The plus keeps SQLite from looking for the highest level of the organization first.
      // Of a person's verdict the last digit counts.
      .select(sql<number | null>`max(+level) % 10`.as('level'))
      .where('organization', '=', slot('organization'))
      .where('value_hash', '=', slot('value_hash')),
)

const changed = (db: Db, watch: Watch, level: number | null, by: NewAnswer, at: number) =>
  db
    .insertInto('value_news')
    .values({
      id: newNewsId(),
      watch_id: watch.id,
      kind: 'verdict',
      at,
      from_level: watch.level,
      to_level: level,
      worker_name: by.worker_name,
      job_id: by.job_id,
    })
    .onConflict((conflict) =>
      conflict
        .column('watch_id')
        .where('kind', '=', sql.lit('verdict'))
        .where('read_at', 'is', null)
        .doUpdateSet({
          at: sql`excluded.at`,
          to_level: sql`excluded.to_level`,
          worker_name: sql`excluded.worker_name`,
          job_id: sql`excluded.job_id`,
        }),
    )

type OnPostgres = {
  organization: string
  value_hash: string
  worker_name: string | null
  job_id: string | null
  at: number
}

const notifiedBy = prepared<OnPostgres, { watch_id: string; login: string }>((db, slot) => ({
  compile: () =>
    sql<never>`select watch_id, login from tell_watchers_1(cast(${slot('organization')} as text),
      cast(${slot('value_hash')} as text), cast(${slot('worker_name')} as text),
      cast(${slot('job_id')} as text), cast(${slot('at')} as bigint))`.compile(db),
}))

/** A value that is now in a case or an alert. */
export interface NewSighting {
  readonly value_hash: string
  readonly case_id: string | null
  readonly alert_id: string | null
}

/** Of one value; what is older is on its page. */
const maxNews = 100

/** In the transaction that adds observables: their watchers are notified where they appeared. */
export async function notifyOfSightings(
  tx: Db,
  organization: string,
  sightings: readonly NewSighting[],
  at: number,
): Promise<Notified[]> {
  if (sightings.length === 0) return []
  const watches = await tx
    .selectFrom('value_watches')
    .select(['id', 'login', 'value_hash'])
    .where('organization', '=', organization)
    .where('value_hash', 'in', [...new Set(sightings.map(({ value_hash }) => value_hash))])
    .orderBy('id')
    .execute()
  const notified: Notified[] = []
  for (const watch of watches)
    for (const { value_hash, case_id, alert_id } of sightings) {
      if (value_hash !== watch.value_hash) continue
      const added = await tx
        .insertInto('value_news')
        .values({
          id: newNewsId(),
          watch_id: watch.id,
          kind: case_id === null ? 'alert' : 'case',
          at,
          case_id,
          alert_id,
        })
        // It was removed and added again.
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) continue
      notified.push({ organization, watch_id: watch.id, login: watch.login })
    }
  for (const id of new Set(notified.map(({ watch_id }) => watch_id))) await forgetOldest(tx, id)
  return notified
}

const forgetOldest = (tx: Db, watchId: string) =>
  tx
    .deleteFrom('value_news')
    .where('watch_id', '=', watchId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('value_news as newest')
        .select('newest.id')
        .where('newest.watch_id', '=', watchId)
        .orderBy('newest.at', 'desc')
        .orderBy('newest.id')
        .limit(maxNews),
    )
    .execute()
