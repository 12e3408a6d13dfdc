import { type RawBuilder, sql } from 'kysely'
import { sortedJson } from '../../domain/cache-key.ts'
import type { Secrets } from '../../identity/secrets.ts'
import type { Db } from '../../storage/database.ts'

type Values = Readonly<Record<string, unknown>>

interface JobKey {
  readonly organization: string
  readonly job_id: string
}

/** Bound to its job: copied to another one it does not open. */
export const inputsContext = ({ organization, job_id }: JobKey) =>
  `secret_inputs.values:${organization}/${job_id}` as const

/** Before the job is stored: it must not start without them. */
export const keepSecretInputs = (
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  key: JobKey,
  values: Values,
  { now, forUndo }: { readonly now: number; readonly forUndo: boolean },
) =>
  db
    .insertInto('secret_inputs')
    .values({
      organization: key.organization,
      job_id: key.job_id,
      values_sealed: secrets.seal(inputsContext(key), JSON.stringify(values)),
      for_undo: forUndo ? 1 : 0,
      created_at: now,
    })
    .execute()

/** Undefined if there are none, or not what was stored for this job. */
export async function openSecretInputs(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  key: JobKey,
): Promise<Values | undefined> {
  const row = await db
    .selectFrom('secret_inputs')
    .select('values_sealed')
    .where('job_id', '=', key.job_id)
    .where('organization', '=', key.organization)
    .executeTakeFirst()
  if (!row) return undefined
  try {
    return JSON.parse(secrets.open(inputsContext(key), row.values_sealed)) as Values
  } catch {
    return undefined
  }
}

/** What an approval is bound to in their place. With the job in it, equal inputs of two jobs do not look equal. */
export const inputsProof = (secrets: Secrets, key: JobKey, values: Values): string =>
  secrets.proof('inputs', `${inputsContext(key)} ${sortedJson(values)}`)

/** The same of what is stored; undefined if nothing is. */
export async function storedInputsProof(
  deps: { readonly db: Db; readonly secrets: Secrets },
  key: JobKey,
): Promise<string | undefined> {
  const values = await openSecretInputs(deps, key)
  return values && inputsProof(deps.secrets, key, values)
}

export const dropSecretInputs = (db: Db, { organization, job_id }: JobKey) =>
  db
    .deleteFrom('secret_inputs')
    .where('job_id', '=', job_id)
    .where('organization', '=', organization)
    .execute()

/** A job is stored soon after its secret inputs, or not at all. */
const submittedWithinMs = 2 * 60_000

/** Those of jobs that have ended, except what the responder that undoes them still needs. */
export async function forgetSecretInputs(db: Db, now: number): Promise<void> {
  const any = await db.selectFrom('secret_inputs').select('job_id').limit(1).executeTakeFirst()
  if (!any) return
  const job = (column: string): RawBuilder<string> => sql.ref(`secret_inputs.${column}`)
  await db
    .deleteFrom('secret_inputs')
    .where('created_at', '<=', now - submittedWithinMs)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.id', '=', job('job_id'))
            .where('jobs.status', 'in', ['Waiting', 'InProgress']),
        ),
      ),
    )
    .where(({ eb, exists, not, or, selectFrom }) =>
      or([
        eb('for_undo', '=', 0),
        not(
          exists(
            selectFrom('guarded_responses as r')
              .select('r.id')
              .where('r.job_id', '=', job('job_id'))
              .where('r.organization', '=', job('organization'))
              .where('r.state', 'not in', over),
          ),
        ),
      ]),
    )
    .execute()
}

/** Nothing is left to undo. */
const over = ['undone', 'rejected', 'withdrawn', 'expired', 'void'] as const
