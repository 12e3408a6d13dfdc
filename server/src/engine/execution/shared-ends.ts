import { type Insertable, sql } from 'kysely'
import type { FeedOrder } from '../../domain/feed.ts'
import type { Db } from '../../storage/database.ts'
import { postgres } from '../../storage/dialect.ts'
import { momentOf } from '../../storage/moment.ts'
import { prepared } from '../../storage/prepared.ts'
import { asParameter, perHandle, shareCalls } from '../../storage/shared-calls.ts'
import type { ArtifactTable } from '../../storage/tables.ts'

export interface JobEnd {
  status: 'Success' | 'Failure'
  runner: string | null
  errorMessage?: string
  /** JSON text, secrets removed. */
  input?: string
  /** The report as it will leave, of a Success. */
  report?: string
  artifacts?: readonly Insertable<ArtifactTable>[]
  /** What a block list is to hold from now on. */
  feed?: FeedOrder
}

export type End = {
  status: JobEnd['status']
  runner: string | null
  errorMessage: string | null
  input: string | null
  now: number | null
  login: string
  id: string
  run: number
}

/** A group waits for its largest member. */
const maxBytes = 1_048_576

const bytesOf = (end: JobEnd) =>
  500 +
  (end.report?.length ?? 0) +
  (end.input?.length ?? 0) +
  (end.artifacts ?? []).reduce((sum, artifact) => sum + 500 + (artifact.data?.length ?? 0), 0)

/** What a block list gets has steps of its own; a large report need not be put into JSON. */
export const isShareable = (end: JobEnd) => end.feed === undefined && bytesOf(end) <= maxBytes

interface SharedEnd extends End {
  readonly organization: string
  readonly end: JobEnd
}

export const shareEnd = (db: Db, end: SharedEnd): Promise<boolean> => sharedEnds(db)(end)

const sharedEnds = perHandle((db: Db) =>
  shareCalls<SharedEnd, boolean>({
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
      })
      const done = new Set(rows.map(({ id, run }) => `${id} ${run}`))
      return members.map(({ id, run }) => done.has(`${id} ${run}`))
    },
  }),
)

const artifactTypes = [
  'id text',
  'job_id text',
  'organization text',
  'data_type text',
  'data text',
  'attachment_id text',
  'attachment_name text',
  'attachment_type text',
  'attachment_size bigint',
  'attachment_sha1 text',
  'attachment_md5 text',
  'tlp bigint',
  'tags text',
  'message text',
  'created_at bigint',
  'created_by text',
]
const artifactNames = artifactTypes.map((column) => column.split(' ')[0] as string)

/**
 * The statements of one end, for many: all of them count, or none. Found by an array of ids, of which
 * the planner expects few: it goes by the ids also where statistics are old.
 */
const ended = prepared<
  { now: number | null; ends: string; artifacts: string },
  { id: string; run: number }
>(
  (db, slot) => ({
    compile: () =>
      sql<never>`with e as materialized (
      select * from json_to_recordset(cast(${slot('ends')} as json)) as e (id text, run bigint,
        organization text, status text, runner text, "errorMessage" text, input text, login text,
        body text)),
    done as (
      update jobs set status = e.status, runner = e.runner, error_message = e."errorMessage",
        input = e.input, end_date = moment.now, updated_at = moment.now, updated_by = e.login,
        locked_by = null, locked_until = null
      from e, ${momentOf(postgres, slot('now'))} as moment (now)
      where jobs.id = any (array(select e.id from e)) and jobs.id = e.id and jobs.run = e.run
        and jobs.status || '' = 'InProgress'
      returning jobs.id, jobs.run),
    stored as (
      insert into reports (job_id, organization, body)
      select e.id, e.organization, e.body from e join done on done.id = e.id and done.run = e.run
      where e.body is not null),
    kept as (
      insert into artifacts (${sql.join(artifactNames.map((name) => sql.id(name)))})
      select ${sql.join(artifactNames.map((name) => sql.ref(`a.${name}`)))}
      from json_to_recordset(cast(${slot('artifacts')} as json))
        as a (run bigint, ${sql.raw(artifactTypes.join(', '))})
      join done on done.id = a.job_id and done.run = a.run)
    select id, run from done`.compile(db),
  }),
  { isPlannedOnce: false },
)
