import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Insertable } from 'kysely'
import { attachmentColumns } from '../storage/attachments.ts'
import { isSha256 } from '../storage/blobs/store.ts'
import type { ArtifactTable } from '../storage/tables.ts'
import {
  artifactRow,
  asObject,
  fileOf,
  idOf,
  jobRow,
  reportText,
  type Values,
} from './cortex-rows.ts'
import { RemoteRefusal } from './remote.ts'
import type { CortexImport } from './request.ts'

const pageSize = 100
/** Jobs that are deleted there meanwhile move the others up by as many places. */
const overlap = 20
const mostPages = 1_000_000

/** Oldest first, so that new ones come after what is being read. Answers how many are new here. */
export async function importJobs(
  request: CortexImport,
  organization: string,
  key: string,
  left: string[],
): Promise<number> {
  const { remote } = request
  let [imported, running, seen] = [0, 0, 0]
  for (let page = 0, from = 0; page < mostPages; page += 1, from += pageSize - overlap) {
    const range = `range=${from}-${from + pageSize}&sort=%2BcreatedAt`
    const { body } = await remote.json(key, 'POST', `/api/job/_search?${range}`, { query: {} })
    const jobs = Array.isArray(body) ? body.map(asObject) : []
    const missing = await missingHere(request, jobs)
    for (const job of jobs) {
      const id = idOf(job)
      if (id === undefined || !missing.has(id) || job.status === 'Deleted') continue
      if (job.status === 'Waiting' || job.status === 'InProgress') running += 1
      else imported += await importJob(request, organization, key, id, left)
    }
    seen += jobs.length
    if (jobs.length < pageSize) break
    if (page % 10 === 9) request.onProgress(`${organization}: ${seen} jobs read`)
  }
  if (running > 0)
    left.push(`${organization}: ${running} jobs had not ended; run this again when they have.`)
  return imported
}

async function missingHere(
  { database: { db } }: CortexImport,
  jobs: readonly Values[],
): Promise<ReadonlySet<string>> {
  const ids = jobs.flatMap((job) => idOf(job) ?? [])
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('jobs').select('id').where('id', 'in', ids).execute()
  const here = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !here.has(id)))
}

/** A job with its report, its artifacts and their files: all of it or nothing. */
async function importJob(
  request: CortexImport,
  organization: string,
  key: string,
  id: string,
  left: string[],
): Promise<number> {
  const { remote, database } = request
  const path = `/api/job/${encodeURIComponent(id)}`
  try {
    const job = asObject((await remote.json(key, 'GET', `${path}/report`)).body)
    const row = jobRow(organization, job)
    if (!row) {
      left.push(`${organization}: job ${id} lacks what every job has, and was passed over.`)
      return 0
    }
    const { body } = await remote.json(key, 'GET', `${path}/artifacts?range=all`)
    const artifacts: Insertable<ArtifactTable>[] = []
    for (const artifact of Array.isArray(body) ? body.map(asObject) : []) {
      const made = artifactRow(row, artifact)
      if (made)
        artifacts.push({ ...made, ...(await columnsOfFile(request, key, artifact, id, left)) })
    }
    const jobFile = await columnsOfFile(request, key, job, id, left)
    const report = reportText(job)
    await database.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('jobs')
        .values({ ...row, ...jobFile })
        .execute()
      if (report !== undefined)
        await tx
          .insertInto('reports')
          .values({ job_id: row.id, organization, body: report })
          .execute()
      for (const artifact of artifacts) await tx.insertInto('artifacts').values(artifact).execute()
    })
    return 1
  } catch (error) {
    // One bad job does not keep the others; a server that is away, or a key that ended, does.
    if (!(error instanceof RemoteRefusal) || error.status === 401) throw error
    left.push(`${organization}: job ${id}: ${error.message}`)
    return 0
  }
}

async function columnsOfFile(
  { remote, blobs }: CortexImport,
  key: string,
  thing: Values,
  id: string,
  left: string[],
) {
  const file = fileOf(thing)
  if (!file) return {}
  try {
    const answer = await remote.file(key, `/api/datastore/${encodeURIComponent(file.id)}`)
    const staged = await blobs.stage(
      Readable.fromWeb((answer.body ?? new Blob([]).stream()) as ReadableStream),
    )
    if (isSha256(file.id) && staged.sha256 !== file.id) {
      await staged.discard()
      left.push(`job ${id}: the file ${file.name} came damaged, and was passed over.`)
      return {}
    }
    await staged.keep()
    return attachmentColumns({ ...staged, name: file.name, contentType: file.contentType })
  } catch (error) {
    if (!(error instanceof RemoteRefusal) || error.status === 401) throw error
    left.push(`job ${id}: the file ${file.name}: ${error.message}`)
    return {}
  }
}
