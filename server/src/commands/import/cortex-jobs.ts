import type { Insertable } from 'kysely'
import { newJobId } from '../../engine/jobs/submit.ts'
import { rememberImported } from '../../engine/values/past-answers.ts'
import { attachmentColumns } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import type { ArtifactTable, JobTable } from '../../storage/tables/jobs.ts'
import { artifactRow, jobRow, plainId, reportText } from './cortex-rows.ts'
import { fetchFile } from './files.ts'
import { byDate, byPlace } from './pages.ts'
import { openPosition, type Position } from './position.ts'
import { isAboutOneThing, RemoteRefusal, type Session } from './remote.ts'
import type { ImportContext } from './request.ts'
import { recorded } from './tenants.ts'
import { asObject, asObjects, createdAt, fileOf, idOf, type Values } from './values.ts'

const kind = 'jobs'
/** Texts in memory before they are written; one job may be more. */
const batchBytes = 16 * 1024 * 1024

interface ReadyJob {
  readonly sourceId: string
  readonly row: Insertable<JobTable>
  readonly report: string | undefined
  readonly artifacts: readonly Insertable<ArtifactTable>[]
}

/** Oldest first, so new ones come after what is being read. */
export async function importJobs(
  context: ImportContext,
  organization: string,
  session: Session,
): Promise<void> {
  const { options, state, onProgress } = context
  const position = await openPosition(context, organization, kind)
  const ask = async (since: number, from: number, to: number) => {
    const { body, total, bytes } = await session.post(
      `/api/job/_search?range=${from}-${to}&sort=%2BcreatedAt`,
      { query: since > 0 ? { _gte: { createdAt: since } } : {} },
    )
    if (!Array.isArray(body)) throw new RemoteRefusal(0, '/api/job/_search did not return a list')
    return { rows: asObjects(body), total, bytes }
  }
  let read = 0
  for await (const page of byDate(ask, position.start)) {
    const known = await state.known(
      kind,
      page.rows.flatMap((job) => idOf(job) ?? []),
    )
    const batch: ReadyJob[] = []
    const claimed = new Set<string>()
    let bytes = 0
    for (const job of page.rows) {
      const id = idOf(job)
      if (id !== undefined && known.has(id)) context.here(organization, kind)
      else if (isWanted(context, organization, job, position)) {
        if (options.dryRun) context.carried(organization, kind)
        else {
          const ready = await readJob({ ...context, claimed }, organization, session, job, position)
          if (ready) batch.push(ready)
          bytes += ready?.report?.length ?? 0
          if (bytes > batchBytes) {
            await store(context, organization, batch.splice(0))
            bytes = 0
          }
        }
      }
    }
    if (page.isOrdered) position.reached(page.position)
    if (!options.dryRun) await store(context, organization, batch, position)
    read += page.rows.length
    if (read > 0) onProgress(`${organization}: ${read} jobs read`)
  }
}

/** Jobs that have not ended are for the next run. */
function isWanted(
  context: ImportContext,
  organization: string,
  job: Values,
  position: Position,
): boolean {
  const { status } = job
  const id = idOf(job)
  if (status === 'Deleted') return false
  if (status === 'Waiting' || status === 'InProgress') {
    position.hold(createdAt(job))
    const advice = 'Run this again when they have finished'
    context.left(organization, 'unfinished jobs', advice, id)
    return false
  }
  if (id !== undefined && jobRow(organization, id, job)) return true
  context.left(
    organization,
    'jobs without an id, a date, a status or an analyzer',
    'They cannot be imported; check them there',
    id,
  )
  return false
}

/** A job with its report, its artifacts and their files; undefined when it could not be read, which is reported. */
async function readJob(
  context: ImportContext & { readonly claimed: Set<string> },
  organization: string,
  session: Session,
  listed: Values,
  position: Position,
): Promise<ReadyJob | undefined> {
  const sourceId = idOf(listed) ?? ''
  const path = `/api/job/${encodeURIComponent(sourceId)}`
  try {
    const job = { ...listed, ...asObject((await session.get(`${path}/report`)).body) }
    const row = jobRow(organization, await freeJobId(context, listed, organization), job)
    if (!row) throw new RemoteRefusal(0, 'its report is not that of a finished job')
    const found = asObjects(asObject(job.report).artifacts).length
    const listing = found === 0 ? [] : await artifactsOf(session, path)
    const artifacts: Insertable<ArtifactTable>[] = []
    for (const artifact of listing) {
      const made = artifactRow(row, await freeArtifactId(context, artifact), artifact)
      if (made) artifacts.push({ ...made, ...(await fileColumns(context, session, artifact, row)) })
    }
    const file = await fileColumns(context, session, job, row)
    return { sourceId, row: { ...row, ...file }, report: reportText(job), artifacts }
  } catch (error) {
    if (!isAboutOneThing(error)) throw error
    position.hold(createdAt(listed))
    context.later(organization, 'jobs that could not be read', error.message, sourceId)
    return undefined
  }
}

const artifactsOf = (session: Session, path: string): Promise<readonly Values[]> =>
  byPlace(async (from, to) => {
    const { body, total, bytes } = await session.get(`${path}/artifacts?range=${from}-${to}`)
    return { rows: asObjects(body), total, bytes }
  })

async function fileColumns(
  context: ImportContext,
  session: Session,
  thing: Values,
  { id, organization }: Insertable<JobTable>,
) {
  const file = fileOf(thing.attachment)
  if (!file) return {}
  const kept = await fetchFile(context, session, file)
  if (typeof kept !== 'string') return attachmentColumns(kept)
  context.left(
    organization,
    'files of jobs and artifacts; the jobs are here without them',
    'Download them there if needed',
    `${id}: ${file.name}: ${kept}`,
  )
  return {}
}

/** The original id if it is free here, so links and references of other systems stay right. */
async function freeJobId(
  context: ImportContext,
  job: Values,
  organization: string,
): Promise<string> {
  const id = plainId(job)
  if (id === undefined || (await isTaken(context.database.db, 'jobs', id))) {
    const made = newJobId(context.now())
    context.left(
      organization,
      'job IDs already in use here',
      'The jobs got new IDs',
      `${id} → ${made}`,
    )
    return made
  }
  return id
}

async function freeArtifactId(
  { database, now, claimed }: ImportContext & { readonly claimed: Set<string> },
  artifact: Values,
): Promise<string> {
  const given = plainId(artifact)
  const isFree =
    given !== undefined && !claimed.has(given) && !(await isTaken(database.db, 'artifacts', given))
  const id = isFree ? given : newJobId(now())
  claimed.add(id)
  return id
}

const isTaken = async (db: Db, table: 'jobs' | 'artifacts', id: string): Promise<boolean> =>
  (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** All of it or nothing, with where the next run begins. */
async function store(
  { database, state, carried, now }: ImportContext,
  organization: string,
  jobs: readonly ReadyJob[],
  position?: Position,
): Promise<void> {
  if (jobs.length === 0 && !position) return
  await database.db.transaction().execute(async (tx) => {
    for (const { row, report, artifacts } of jobs) {
      await tx.insertInto('jobs').values(row).execute()
      if (report !== undefined)
        await tx
          .insertInto('reports')
          .values({ job_id: row.id, organization, body: report })
          .execute()
      for (const artifact of artifacts) await tx.insertInto('artifacts').values(artifact).execute()
    }
    const ids = jobs.map(({ row }) => row.id)
    await rememberImported(tx, database, organization, ids)
    const made = jobs.map(({ sourceId, row }) => ({ sourceId, id: row.id }))
    await state.remember(tx, kind, made)
    await position?.save(tx)
    const [first] = jobs
    if (first) await recorded(tx, now(), organization, 'job', first.row.id, { count: jobs.length })
  })
  carried(organization, kind, jobs.length)
  const artifacts = jobs.reduce((sum, job) => sum + job.artifacts.length, 0)
  if (artifacts > 0) carried(organization, 'artifacts', artifacts)
}
