import { type FileSimilarity, ssdeepScore, tlshDistance } from '../../domain/file-similarity.ts'
import { ownTurn } from '../../domain/own-turn.ts'
import type { Db } from '../../storage/database.ts'
import { built, type Steps } from '../../storage/rows/prepared.ts'

/** A part of the transaction that ends the job. */
export function* addSimilarity(
  job: { id: string; organization: string },
  file: FileSimilarity,
  now: number,
): Steps<void> {
  yield* built((db) =>
    db.insertInto('file_likeness').values({
      job_id: job.id,
      organization: job.organization,
      seen_at: now,
      sha256: file.sha256,
      size: file.size,
      filename: file.filename,
      block_size: file.blockSize,
      ssdeep: file.ssdeep,
      tlsh_length: file.tlshLength,
      tlsh: file.tlsh,
    }),
  )
}

/** Of each block size and each length: what is older is not looked at. */
const maxCandidates = 2_000
const maxFound = 20
/** Below, and above, files are alike by what most files of a kind have. */
const minScore = 30
const maxDistance = 60

export interface SimilarFile {
  readonly jobId: string
  readonly filename: string
  readonly sha256: string
  readonly size: number
  readonly date: number
  /** 100 is the same. */
  readonly ssdeep: number | null
  /** 0 is the same. */
  readonly tlsh: number | null
}

/**
 * The files of the organization that are most similar to the one of the job. The hashes themselves
 * tell which others can be similar, so an index finds the candidates, the newest first. Undefined
 * when the job had no file.
 */
export async function findSimilarFiles(
  db: Db,
  organization: string,
  jobId: string,
): Promise<SimilarFile[] | undefined> {
  const own = await db
    .selectFrom('file_likeness')
    .selectAll()
    .where('organization', '=', organization)
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  if (!own) return undefined
  const candidates = (column: 'block_size' | 'tlsh_length', value: number) =>
    db
      .selectFrom('file_likeness')
      .innerJoin('jobs', 'jobs.id', 'file_likeness.job_id')
      .selectAll('file_likeness')
      .where('file_likeness.organization', '=', organization)
      .where(column, '=', value)
      .where('file_likeness.sha256', '!=', own.sha256)
      .where('jobs.status', '!=', 'Deleted')
      .orderBy('seen_at', 'desc')
      .limit(maxCandidates)
      .execute()
  const found = new Map<string, SimilarFile>()
  const look = async (column: 'block_size' | 'tlsh_length', value: number) => {
    for (const row of await candidates(column, value)) {
      if (found.has(row.sha256)) continue
      const ssdeep = own.ssdeep && row.ssdeep ? ssdeepScore(own.ssdeep, row.ssdeep) : null
      const tlsh = own.tlsh && row.tlsh ? tlshDistance(own.tlsh, row.tlsh) : null
      if ((ssdeep ?? 0) < minScore && (tlsh ?? Number.POSITIVE_INFINITY) > maxDistance) continue
      const { job_id, filename, sha256, size, seen_at } = row
      found.set(sha256, { jobId: job_id, filename, sha256, size, date: seen_at, ssdeep, tlsh })
    }
    await ownTurn()
  }
  const { block_size: block, tlsh_length: length } = own
  if (block !== null)
    for (const value of [block, block * 2, block / 2])
      if (Number.isInteger(value)) await look('block_size', value)
  if (length !== null)
    for (const step of [0, 1, -1, 2, -2]) await look('tlsh_length', length + step)
  return [...found.values()].sort((a, b) => closeness(b) - closeness(a)).slice(0, maxFound)
}

const closeness = ({ ssdeep, tlsh }: SimilarFile) =>
  Math.max(ssdeep ?? 0, tlsh === null ? 0 : 100 - tlsh)
