import { valueKey } from '../../domain/values/key.ts'
import { changeText, maxChangesLength, readChanges, withPast } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { transact } from '../../storage/rows/prepared.ts'
import { type Answer, rememberAnswer } from './answers.ts'
import { type EndedJob, endedJobs, storedAnswer } from './from-job.ts'

const reportsAtOnce = 20
const artifactStep = 500

type Past = Pick<EndedJob, 'id' | 'organization' | 'created_at' | 'end_date'>

/** Of jobs that came from elsewhere, in the transaction that stores them. */
export async function rememberImported(
  tx: Db,
  deps: { readonly dialect: Dialect },
  organization: string,
  jobIds: readonly string[],
): Promise<void> {
  const found: { job: Past; answer: Answer }[] = []
  for (let at = 0; at < jobIds.length; at += reportsAtOnce) {
    const ids = jobIds.slice(at, at + reportsAtOnce)
    for (const job of await endedJobs(tx, organization).where('jobs.id', 'in', ids).execute()) {
      const { id, created_at, end_date } = job
      await fillArtifacts(tx, id)
      const answer = storedAnswer(job)
      if (answer) found.push({ job: { id, organization, created_at, end_date }, answer })
    }
  }
  // In the order of the key: servers that end jobs of the same values must not wait for each other.
  const keyOf = ({ answer }: (typeof found)[number]) => `${answer.value_hash} ${answer.worker_id}`
  found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  for (const { job, answer } of found) await putAnswer(tx, deps, job, answer)
}

/** The answer of a job that ended some time ago, before or after what is known. */
export async function rememberPast(
  tx: Db,
  deps: { readonly dialect: Dialect },
  job: EndedJob,
): Promise<void> {
  await fillArtifacts(tx, job.id)
  const answer = storedAnswer(job)
  if (answer) await putAnswer(tx, deps, job, answer)
}

async function putAnswer(
  tx: Db,
  { dialect }: { readonly dialect: Dialect },
  job: Past,
  answer: Answer,
): Promise<void> {
  const { organization } = job
  const at = job.end_date ?? job.created_at
  const key = { organization, value_hash: answer.value_hash, worker_id: answer.worker_id }
  const known = await dialect
    .lockRow(
      tx
        .selectFrom('value_answers')
        .select(['level', 'changes', 'first_at', 'answered_at', 'failed_at', 'job_id'])
        .where((eb) => eb.and(key)),
    )
    .executeTakeFirst()
  const last = answer.level === null ? known?.failed_at : known?.answered_at
  if (!known || at > (last ?? Number.NEGATIVE_INFINITY)) {
    await transact(tx, () => rememberAnswer(job, answer, at))
    if (known)
      await tx
        .updateTable('value_answers')
        .set({ first_at: Math.min(known.first_at, at) })
        .where((eb) => eb.and(key))
        .execute()
    return
  }
  const changes = answer.level === null ? undefined : changesWith(known, job.id, answer.level, at)
  await tx
    .updateTable('value_answers')
    .set({
      first_at: Math.min(known.first_at, at),
      ...(changes?.[0] && {
        changes: changes.map(changeText).join('').slice(0, maxChangesLength),
        level_since: changes[0].at,
      }),
    })
    .where((eb) => eb.and(key))
    .execute()
}

interface Known {
  readonly level: number | null
  readonly changes: string
  readonly answered_at: number | null
  readonly job_id: string | null
}

function changesWith(known: Known, jobId: string, rank: number, at: number) {
  const { level, answered_at, job_id } = known
  const changes = readChanges(known.changes)
  if (level === null || answered_at === null || job_id === null || job_id === jobId) return changes
  // The last answer is none of them where it repeats the one before, which this one may part from it.
  const last = { at: answered_at, rank: level, jobId: job_id }
  const all = changes.some((change) => change.jobId === job_id) ? changes : [last, ...changes]
  return withPast(all, { at, rank, jobId })
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
