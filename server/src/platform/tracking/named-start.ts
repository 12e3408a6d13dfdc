import type { Db } from '../../storage/database.ts'

/** A start that can be repeated: with the same key it starts nothing a second time. */
export interface NamedStart {
  readonly key: string
  /** The run of a rule that it belongs to. */
  readonly causeRun: string
}

/** The job that a start with this key got, if it was recorded. */
export async function startedAs(
  db: Db,
  of: 'actions' | 'observable_jobs',
  organization: string,
  key: string,
): Promise<string | undefined> {
  // Kysely cannot say "one of these two".
  const row = await db
    .selectFrom(of as 'actions')
    .select('engine_job_id')
    .where('organization', '=', organization)
    .where('request_key', '=', key)
    .executeTakeFirst()
  return row?.engine_job_id
}
