import { type JobStatus, jobStatuses } from '@assay/contract'
import { removed } from '../redaction.ts'

/**
 * What engine servers answer. They may be of any version and vendor, so only a few fields are
 * relied upon, everything else is tolerated, and nothing is taken for granted.
 */
export interface EngineWorker {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly description: string
  readonly dataTypeList: readonly string[]
  readonly maxTlp: number
  readonly maxPap: number
}

export interface EngineJob {
  readonly id: string
  readonly workerId: string | undefined
  readonly workerName: string | undefined
  readonly workerDefinition: string | undefined
  readonly status: JobStatus
  readonly report: EngineReport
  /** Names of parameters whose values it keeps secret. */
  readonly hidden: readonly string[]
}

export interface Taxonomy {
  readonly level: string
  readonly namespace: string
  readonly predicate: string
  readonly value: unknown
}

export interface EngineReport {
  readonly taxonomies: readonly Taxonomy[]
  readonly full: Record<string, unknown> | null
  readonly success: boolean
  readonly artifacts: readonly Record<string, unknown>[]
  /** As they came: `operations.ts` judges each of them. */
  readonly operations: readonly unknown[]
  readonly errorMessage: string | null
  readonly input: string | null
}

/** A worker that says nothing about TLP or PAP takes them all. */
const noLimit = 3

/** Empty when the answer is not a list of workers: then this engine contributes none. */
export function readWorkers(answer: unknown): EngineWorker[] | undefined {
  if (!Array.isArray(answer)) return undefined
  const workers = answer.map(readWorker)
  return workers.every((worker) => worker !== undefined) ? workers : undefined
}

export function readWorker(answer: unknown): EngineWorker | undefined {
  if (!isRecord(answer)) return undefined
  const [id, name] = [textOf(answer.id), textOf(answer.name)]
  if (id === undefined || name === undefined) return undefined
  const types = Array.isArray(answer.dataTypeList) ? answer.dataTypeList : []
  return {
    id,
    name,
    version: textOf(answer.version) ?? '',
    description: textOf(answer.description, 10_000) ?? '',
    dataTypeList: types.map((type) => textOf(type)).filter((type) => type !== undefined),
    maxTlp: levelOf(answer.maxTlp),
    maxPap: levelOf(answer.maxPap),
  }
}

export function readJob(answer: unknown): EngineJob | undefined {
  if (!isRecord(answer)) return undefined
  const id = textOf(answer.id)
  if (id === undefined || !isStatus(answer.status)) return undefined
  return {
    id,
    workerId: textOf(answer.workerId) ?? textOf(answer.analyzerId),
    workerName: textOf(answer.workerName) ?? textOf(answer.analyzerName),
    workerDefinition: textOf(answer.workerDefinitionId) ?? textOf(answer.analyzerDefinitionId),
    status: answer.status,
    report: readReport(answer.report),
    hidden: hiddenIn(answer.parameters),
  }
}

/** Inputs that the engine keeps secret: it says no more than that they were given. */
const hiddenIn = (parameters: unknown): string[] =>
  isRecord(parameters) ? Object.keys(parameters).filter((name) => parameters[name] === removed) : []

/** A text such as `Waiting` instead is an empty report. */
export function readReport(report: unknown): EngineReport {
  const known = isRecord(report) ? report : {}
  const summary = isRecord(known.summary) ? known.summary : {}
  return {
    taxonomies: allOrNone(summary.taxonomies, readTaxonomy),
    full: isRecord(known.full) ? known.full : null,
    success: known.success === true,
    artifacts: allOrNone(known.artifacts, readArtifact),
    operations: Array.isArray(known.operations) ? known.operations : [],
    errorMessage: typeof known.errorMessage === 'string' ? known.errorMessage : null,
    input: typeof known.input === 'string' ? known.input : null,
  }
}

/** One item that is nonsense makes the whole list nonsense. */
function allOrNone<T>(items: unknown, read: (item: unknown) => T | undefined): T[] {
  if (!Array.isArray(items)) return []
  const all = items.map(read)
  return all.every((item) => item !== undefined) ? all : []
}

function readTaxonomy(item: unknown): Taxonomy | undefined {
  if (!isRecord(item)) return undefined
  const [level, namespace] = [textOf(item.level), textOf(item.namespace)]
  const predicate = textOf(item.predicate)
  if (level === undefined || namespace === undefined || predicate === undefined) return undefined
  return { level, namespace, predicate, value: item.value ?? null }
}

function readArtifact(item: unknown): Record<string, unknown> | undefined {
  if (!isRecord(item) || textOf(item.dataType) === undefined) return undefined
  return {
    dataType: item.dataType,
    ...(typeof item.data === 'string' ? { data: item.data } : {}),
    ...(isRecord(item.attachment) ? { attachment: item.attachment } : {}),
    ...(typeof item.message === 'string' ? { message: item.message } : {}),
    tlp: Number.isInteger(item.tlp) ? item.tlp : 2,
    tags: Array.isArray(item.tags) ? item.tags.filter((tag) => typeof tag === 'string') : [],
  }
}

const isStatus = (status: unknown): status is JobStatus =>
  jobStatuses.some((known) => known === status)

const levelOf = (level: unknown): number =>
  typeof level === 'number' && Number.isFinite(level) ? Math.trunc(level) : noLimit

/** Text that a column takes: neither NUL nor half a surrogate pair, and of a length to show. */
export function textOf(value: unknown, maxCharacters = 512): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  return value.slice(0, maxCharacters).replaceAll('\0', '').toWellFormed()
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
