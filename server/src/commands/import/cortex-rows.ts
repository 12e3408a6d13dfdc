import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { valueKey } from '../../domain/values/key.ts'
import { relationKind } from '../../domain/values/relations.ts'
import type { ArtifactTable, JobTable } from '../../storage/tables/jobs.ts'
import { importer } from './request.ts'
import {
  asAuthor,
  asDate,
  asLevel,
  asObject,
  asText,
  asTexts,
  createdAt,
  idOf,
  jsonText,
  type Values,
} from './values.ts'

/** A job that has ended, as it was; undefined for one that lacks what every job has. */
export function jobRow(
  organization: string,
  id: string,
  job: Values,
): Insertable<JobTable> | undefined {
  const { status, data: given } = job
  const created = createdAt(job)
  const worker = asText(job.workerName) ?? asText(job.analyzerName)
  if (created === undefined || worker === undefined) return undefined
  if (status !== 'Success' && status !== 'Failure') return undefined
  const type = job.type === 'responder' ? 'responder' : 'analyzer'
  const data = given === undefined || given === null ? null : dataText(type, given)
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
    // Never the answer to a new submission: its configuration is unknown.
    cache_key: `imported:${id}`,
    error_message: status === 'Failure' ? failureOf(job) : null,
    priority: 0,
    turn: 0,
    attempts: 1,
    start_date: asDate(job.startDate) ?? created,
    end_date: asDate(job.endDate) ?? asDate(job.updatedAt) ?? created,
    created_at: created,
    created_by: asAuthor(job.createdBy) ?? importer,
    updated_at: asDate(job.updatedAt) ?? null,
    updated_by: asAuthor(job.updatedBy) ?? null,
  }
}

const dataText = (type: 'analyzer' | 'responder', data: unknown): string =>
  type === 'responder' ? jsonText(data) : (asText(data) ?? jsonText(data))

const failureOf = ({ errorMessage, report }: Values): string =>
  asText(errorMessage) ?? asText(asObject(report).errorMessage) ?? ''

function parametersOf(value: unknown): string {
  if (typeof value !== 'string') return jsonText(asObject(value))
  try {
    return jsonText(asObject(JSON.parse(value)))
  } catch {
    return '{}'
  }
}

/** The input of failed jobs is not imported: in Cortex it repeats keys of services. */
export const reportText = ({ status, report }: Values): string | undefined =>
  status === 'Success' ? jsonText(asObject(report)) : undefined

/** Undefined for one that lacks a type. */
export function artifactRow(
  job: Insertable<JobTable>,
  id: string,
  artifact: Values,
): Insertable<ArtifactTable> | undefined {
  const dataType = asText(artifact.dataType)
  if (dataType === undefined) return undefined
  const data = asText(artifact.data)
  return {
    id,
    job_id: job.id,
    organization: job.organization,
    data_type: dataType,
    data: data ?? null,
    value_hash: data === undefined ? null : valueKey({ dataType, data }),
    tlp: asLevel(artifact.tlp),
    tags: JSON.stringify(asTexts(artifact.tags)),
    message: asText(artifact.message) ?? null,
    kind: relationKind(asText(artifact.kind)),
    created_at: asDate(artifact.createdAt) ?? job.created_at,
    created_by: asAuthor(artifact.createdBy) ?? job.created_by,
  }
}

/** An id of the other server; both go to 20 characters. */
export const plainId = (thing: Values): string | undefined => {
  const id = idOf(thing)
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? id : undefined
}
