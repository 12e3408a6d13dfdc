import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { ArtifactTable, JobTable } from '../storage/tables.ts'

export type Values = Readonly<Record<string, unknown>>

export const asObject = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

/** PostgreSQL keeps no U+0000 in a text. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : undefined

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined

const asLevel = (value: unknown): number => Math.min(3, Math.max(0, asNumber(value) ?? 2))

/** As JSON text without U+0000, which could be escaped in it. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => asText(inner) ?? inner)

export const idOf = (thing: Values): string | undefined => asText(thing.id) ?? asText(thing._id)

export interface FileOf {
  readonly id: string
  readonly name: string
  readonly contentType: string
}

/** The file of a job or an artifact, by its hash in the other server. */
export function fileOf(thing: Values): FileOf | undefined {
  const attachment = asObject(thing.attachment)
  const id = asText(attachment.id)
  if (id === undefined) return undefined
  return {
    id,
    name: asText(attachment.name) ?? id,
    contentType: asText(attachment.contentType) ?? 'application/octet-stream',
  }
}

/** A job that has ended, as it was; undefined for one that lacks what every job has. */
export function jobRow(organization: string, job: Values): Insertable<JobTable> | undefined {
  const id = idOf(job)
  const status = job.status
  const createdAt = asNumber(job.createdAt) ?? asNumber(job.date)
  const worker = asText(job.workerName) ?? asText(job.analyzerName)
  if (id === undefined || createdAt === undefined || worker === undefined) return undefined
  if (status !== 'Success' && status !== 'Failure') return undefined
  const type = job.type === 'responder' ? 'responder' : 'analyzer'
  const { data: given } = job
  const data =
    given === undefined || given === null
      ? null
      : type === 'responder'
        ? jsonText(given)
        : (asText(given) ?? jsonText(given))
  const report = asObject(job.report)
  return {
    id,
    organization,
    type,
    worker_id: asText(job.workerId) ?? asText(job.analyzerId) ?? '',
    worker_name: worker,
    worker_definition_id: asText(job.workerDefinitionId) ?? asText(job.analyzerDefinitionId) ?? '',
    status,
    data_type: asText(job.dataType) ?? 'other',
    data,
    data_hash: data === null ? null : hash('sha256', data),
    tlp: asLevel(job.tlp),
    pap: asLevel(job.pap),
    message: asText(job.message) ?? '',
    parameters: parametersOf(job.parameters),
    label: asText(job.label) ?? null,
    // Never the answer to a new submission: nobody knows what it was configured with.
    cache_key: `imported:${id}`,
    error_message:
      status === 'Failure' ? (asText(job.errorMessage) ?? asText(report.errorMessage) ?? '') : null,
    priority: 0,
    turn: 0,
    attempts: 1,
    start_date: asNumber(job.startDate) ?? createdAt,
    end_date: asNumber(job.endDate) ?? asNumber(job.updatedAt) ?? createdAt,
    created_at: createdAt,
    created_by: asText(job.createdBy) ?? 'import',
    updated_at: asNumber(job.updatedAt) ?? null,
    updated_by: asText(job.updatedBy) ?? null,
  }
}

function parametersOf(value: unknown): string {
  if (typeof value !== 'string') return jsonText(asObject(value))
  try {
    return jsonText(asObject(JSON.parse(value)))
  } catch {
    return '{}'
  }
}

/** The input of failed jobs stays behind: in Cortex it repeats keys of services. */
export const reportText = ({ status, report }: Values): string | undefined =>
  status === 'Success' ? jsonText(asObject(report)) : undefined

export function artifactRow(
  job: Insertable<JobTable>,
  artifact: Values,
): Insertable<ArtifactTable> | undefined {
  const id = idOf(artifact)
  const dataType = asText(artifact.dataType)
  if (id === undefined || dataType === undefined) return undefined
  const tags = Array.isArray(artifact.tags) ? artifact.tags.flatMap((tag) => asText(tag) ?? []) : []
  return {
    id,
    job_id: job.id,
    organization: job.organization,
    data_type: dataType,
    data: asText(artifact.data) ?? null,
    tlp: asLevel(artifact.tlp),
    tags: JSON.stringify(tags),
    message: asText(artifact.message) ?? null,
    created_at: asNumber(artifact.createdAt) ?? job.created_at,
    created_by: asText(artifact.createdBy) ?? job.created_by,
  }
}
