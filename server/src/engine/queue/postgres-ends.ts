import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import { asParameter, shareCalls } from '../../storage/rows/shared-calls.ts'
import type { Notified } from '../../storage/rows/watch-news.ts'
import type { EndValues } from './end-steps.ts'
import type { Ended, JobEnd } from './queue.ts'

/** A group waits for its largest member. */
const maxBytes = 1_048_576

const bytesOf = (end: JobEnd) =>
  500 +
  (end.report?.length ?? 0) +
  (end.input?.length ?? 0) +
  (end.answer ? end.answer.reasons.length + (end.answer.data?.length ?? 0) + 500 : 0) +
  (end.artifacts ?? []).reduce((sum, artifact) => sum + 500 + (artifact.data?.length ?? 0), 0)

/** Other tables get separate steps; a large report need not be put into JSON. */
export const isShareable = (end: JobEnd) =>
  end.feed === undefined &&
  end.similarity === undefined &&
  end.follows === undefined &&
  bytesOf(end) <= maxBytes

interface SharedEnd extends EndValues {
  readonly organization: string
  readonly end: JobEnd
}

export const sharedEnds = (db: Db) =>
  shareCalls<SharedEnd, Ended>({
    maxBytes,
    bytesOf: ({ end }) => bytesOf(end),
    async run(members) {
      const [first] = members
      const rows = await ended(db, {
        now: first?.now ?? null,
        ends: asParameter(members.map(({ end, now: _, ...row }) => ({ ...row, body: end.report }))),
        artifacts: asParameter(
          members.flatMap(({ run, end }) => (end.artifacts ?? []).map((row) => ({ ...row, run }))),
        ),
        answers: asParameter(
          members.flatMap(({ id, run, organization, end: { answer } }) =>
            answer ? [{ ...answer, id, run, organization }] : [],
          ),
        ),
      })
      const done = new Set(rows.map((row) => row.done))
      const notified = rows.flatMap(({ done, ...row }) => (done === null ? [row as Notified] : []))
      // Which of the jobs notifies whom makes no difference: the first notifies all.
      return members.map(({ id, run }, at) => ({
        isEnded: done.has(`${id} ${run}`),
        notified: at === 0 ? notified : [],
      }))
    },
  })

type Batch = { now: number | null; ends: string; artifacts: string; answers: string }

type EndedRow = { done: string } | (Notified & { done: null })

const ended = prepared<Batch, EndedRow>((db, slot) => ({
  compile: () =>
    sql<never>`select done, organization, watch_id, login from end_jobs_3(cast(${slot('ends')} as json),
      cast(${slot('artifacts')} as json), cast(${slot('answers')} as json),
      cast(${slot('now')} as bigint))`.compile(db),
}))
