import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { ReportArtifact } from '../../domain/report-artifacts.ts'
import type { StagedFile } from '../../domain/staged-file.ts'
import { valueKey } from '../../domain/values/key.ts'
import { relationKind } from '../../domain/values/relations.ts'
import { attachmentColumns } from '../../storage/blobs/attachments.ts'
import { BlobsUnavailable } from '../../storage/blobs/store.ts'
import type { ArtifactTable } from '../../storage/tables/jobs.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { openOutputFile } from '../runners/folder.ts'
import { ProgramLost } from '../runners/runner.ts'

interface StoredArtifact {
  artifact: ReportArtifact
  row: Insertable<ArtifactTable>
  /** As it is inside the report: no id, no hashes. */
  shown: Record<string, unknown>
}

/** Files go to the blob store first; one that cannot be read is left out and takes nothing along. */
export async function storeArtifacts(
  deps: Pick<Deps, 'clock' | 'config' | 'blobs'>,
  job: Pick<ClaimedJob, 'id' | 'organization' | 'created_by'>,
  folder: string,
  artifacts: readonly ReportArtifact[],
  isOwn = false,
): Promise<StoredArtifact[]> {
  const now = deps.clock.now()
  const stored: StoredArtifact[] = []
  for (const artifact of artifacts) {
    const base = {
      id: `${job.id}${String(stored.length).padStart(5, '0')}${randomBytes(3).toString('hex')}`,
      job_id: job.id,
      organization: job.organization,
      data_type: artifact.dataType,
      tlp: artifact.tlp,
      tags: JSON.stringify(artifact.tags),
      message: artifact.message,
      created_at: now,
      created_by: job.created_by,
      // A program's report could say anything, and graphs are read at a glance.
      kind: isOwn ? relationKind(artifact.kind) : null,
    }
    const { dataType, message, tags, tlp } = artifact
    if ('data' in artifact) {
      const shown = { data: artifact.data, dataType, message, tags, tlp }
      const { data } = artifact
      const value_hash = valueKey({ dataType, data })
      stored.push({ artifact, row: { ...base, data, value_hash }, shown })
      continue
    }
    const file = await openOutputFile(folder, artifact.file, {
      maxBytes: Math.min(
        deps.config.http.uploadLimitBytes,
        artifact.maxBytes ?? Number.POSITIVE_INFINITY,
      ),
    })
    if (file === undefined || file === 'too big') continue
    const blob = await deps.blobs.stage(file.stream)
    await keepPatiently(deps, blob)
    const { filename: name, contentType } = artifact
    const attachment = { contentType, id: blob.sha256, name, size: blob.size }
    stored.push({
      artifact,
      row: {
        ...base,
        ...attachmentColumns({ ...blob, name, contentType }),
        value_hash: valueKey({ dataType, hash: blob.sha256 }),
      },
      shown: { dataType, message, tags, tlp, attachment },
    })
  }
  return stored
}

const pausesMs = [1_000, 2_000, 5_000, 10_000, 10_000, 15_000, 15_000, 30_000, 30_000]

/**
 * A store that restarts must not cost a result; one that stays unavailable does, as a lost program
 * would.
 */
async function keepPatiently({ clock }: Pick<Deps, 'clock'>, blob: StagedFile): Promise<void> {
  for (const pauseMs of [...pausesMs, undefined]) {
    try {
      return await blob.keep()
    } catch (error) {
      const isUnavailable = error instanceof BlobsUnavailable
      if (!isUnavailable || pauseMs === undefined) await blob.discard()
      if (!isUnavailable) throw error
      if (pauseMs === undefined)
        throw new ProgramLost('Storing the artifacts failed', { cause: error })
      await clock.sleep(pauseMs)
    }
  }
}
