import type {
  Artifact,
  Attachment,
  Job,
  JobDetail,
  JobProgress,
  JobWaits,
  RuleCredit,
} from '@assay/contract'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import type { AttachmentColumns } from '../../storage/tables/common-columns.ts'
import type { ArtifactRow } from '../job-rows/artifacts.ts'
import type { ListedJob, VisibleJob } from '../job-rows/store.ts'

/** What a job with these needs waits for, when no node can run it. */
export type WaitingFor = (needs: string) => string | undefined

/** Of jobs that are held: what for, and until when. */
export type Waits = ReadonlyMap<string, JobWaits>

export function jobView(row: VisibleJob, waitingFor?: WaitingFor, waits?: Waits): Job {
  return { ...commonView(row, waitingFor, waits), parameters: JSON.parse(row.parameters) }
}

/** In a list long texts are cut, and binary data is left out; `truncated` says so. */
export function listedJobView(row: ListedJob, waitingFor: WaitingFor, waits?: Waits): Job {
  const { cut } = row
  if (!cut) return jobView(row, waitingFor, waits)
  const isText = row.type === 'analyzer'
  return {
    ...jobView(
      {
        ...row,
        data: cut.includes('data') && !isText ? null : row.data,
        input: cut.includes('input') ? null : row.input,
      },
      waitingFor,
      waits,
    ),
    truncated: [...cut],
  }
}

/** What stands in other tables. */
export interface Around {
  readonly waits?: Waits | undefined
  readonly progress?: JobProgress | undefined
  readonly rule?: RuleCredit | undefined
}

/** In the detail call `parameters` is text, by the law. */
export const jobDetailView = (
  row: VisibleJob,
  waitingFor: WaitingFor,
  { waits, progress, rule }: Around = {},
): JobDetail => ({
  ...commonView(row, waitingFor, waits),
  ...(progress && { progress }),
  ...(rule && { rule }),
  parameters: row.parameters,
})

const commonView = (row: VisibleJob, waitingFor?: WaitingFor, waits?: Waits) => ({
  _id: row.id,
  id: row.id,
  _type: 'job',
  _routing: row.id,
  _parent: null,
  organization: row.organization,
  type: row.type,
  workerId: row.worker_id,
  workerName: row.worker_name,
  workerDefinitionId: row.worker_definition_id,
  analyzerId: row.worker_id,
  analyzerName: row.worker_name,
  analyzerDefinitionId: row.worker_definition_id,
  status: row.status,
  dataType: row.data_type,
  ...(row.data === null
    ? {}
    : { data: row.type === 'responder' ? JSON.parse(row.data) : row.data }),
  ...attachmentView(row),
  tlp: row.tlp,
  pap: row.pap,
  message: row.message,
  ...(row.label === null ? {} : { label: row.label }),
  date: row.created_at,
  ...(row.start_date === null ? {} : { startDate: row.start_date }),
  ...(row.end_date === null ? {} : { endDate: row.end_date }),
  ...(row.error_message === null ? {} : { errorMessage: row.error_message }),
  ...(row.not_applicable === null ? {} : { notApplicable: row.not_applicable }),
  ...(row.input === null ? {} : { input: JSON.parse(row.input) }),
  ...(row.runner === null ? {} : { runner: row.runner }),
  ...missing(row, waitingFor, waits?.get(row.id)),
  ...waitsView(waits?.get(row.id)),
  createdAt: row.created_at,
  createdBy: row.created_by,
  ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
  ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
})

const waitsView = (waits: JobWaits | undefined) => (waits === undefined ? {} : { waits })

function missing(
  { status, needs, type }: VisibleJob,
  waitingFor: WaitingFor | undefined,
  waits: JobWaits | undefined,
) {
  if (status === 'Waiting' && needs === heldNeeds)
    return type === 'responder' && waits === undefined ? { waitingFor: 'an approval' } : {}
  const thing = status === 'Waiting' ? waitingFor?.(needs) : undefined
  return thing === undefined ? {} : { waitingFor: thing }
}

function attachmentView(row: AttachmentColumns): { attachment?: Attachment } {
  if (row.attachment_id === null) return {}
  return {
    attachment: {
      id: row.attachment_id,
      name: row.attachment_name ?? row.attachment_id,
      hashes: [row.attachment_id, row.attachment_sha1 ?? '', row.attachment_md5 ?? ''],
      size: row.attachment_size ?? 0,
      contentType: row.attachment_type ?? 'application/octet-stream',
    },
  }
}

/** Spliced, not parsed: a report of 50 MB leaves as the bytes that were stored. */
export function withReport(
  row: VisibleJob,
  reportBody: string | null,
  waitingFor: WaitingFor,
  { waits, progress, rule }: Around,
): string {
  const job = JSON.stringify({
    ...jobView(row, waitingFor, waits),
    ...(progress && { progress }),
    ...(rule && { rule }),
  })
  return `${job.slice(0, -1)},"report":${reportText(row, reportBody)}}`
}

/** The same for a report that is read in slices. */
export async function* withReportSlices(
  row: VisibleJob,
  slices: AsyncIterable<Uint8Array>,
  { rule }: Around,
): AsyncGenerator<string | Uint8Array> {
  yield `${JSON.stringify({ ...jobView(row), ...(rule && { rule }) }).slice(0, -1)},"report":`
  yield* slices
  yield '}'
}

/** Of a job that has not ended, the report is its status. */
function reportText(row: VisibleJob, reportBody: string | null): string {
  switch (row.status) {
    case 'Success':
      return reportBody ?? '{}'
    case 'Failure':
      return JSON.stringify({
        errorMessage: row.error_message ?? '',
        input: row.input,
        success: false,
      })
    case 'Waiting':
    case 'InProgress':
    case 'Deleted':
      return JSON.stringify(row.status)
  }
}

export const artifactView = (row: ArtifactRow): Artifact => ({
  _id: row.id,
  id: row.id,
  _type: 'artifact',
  _routing: row.job_id,
  _parent: row.job_id,
  dataType: row.data_type,
  ...(row.data === null ? {} : { data: row.data }),
  ...attachmentView(row),
  tlp: row.tlp,
  tags: JSON.parse(row.tags),
  ...(row.message === null ? {} : { message: row.message }),
  ...(row.kind === null ? {} : { kind: row.kind }),
  createdAt: row.created_at,
  createdBy: row.created_by,
})
