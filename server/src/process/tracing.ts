import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/**
 * Traces for OpenTelemetry, as OTLP over HTTP with JSON: the official packages would be loaded at
 * every start and are ten times the size. Off, and next to free, unless the standard variables name a
 * collector. Spans contain ids, names and times; never data, queries or keys.
 */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

interface Recorded extends Span {
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly startedAt: bigint
}

type Attributes = Readonly<Record<string, string | number>>

interface Exporter {
  readonly ratio: number
  add(span: object): void
  stop(): Promise<void>
}

/** Answers the status. */
export type PostSpans = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<number>

export interface TracingLog {
  warn(fields: object, message: string): void
}

let exporter: Exporter | undefined
const current = new AsyncLocalStorage<Span>()

export const isTracing = () => exporter !== undefined

/** Returns how to end it, which sends what is left; nothing when no collector is named. */
export function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  version: string,
  log: TracingLog,
  post: PostSpans,
): (() => Promise<void>) | undefined {
  const url = tracesUrl(environment)
  if (url === undefined) return undefined
  const made = makeExporter(new URL(url), { environment, version, log, post })
  exporter = made
  return async () => {
    exporter = undefined
    await made.stop()
  }
}

function tracesUrl(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const isOff =
    environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' ||
    environment.OTEL_TRACES_EXPORTER === 'none'
  if (isOff) return undefined
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ||
    (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (!url) return undefined
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL')
  if (environment.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc')
    throw new Error('OTEL_EXPORTER_OTLP_PROTOCOL grpc is not supported; use http/json (port 4318)')
  return url
}

const everyMs = 1_000
const maxBatch = 512
/** For an unavailable collector: more than this is dropped. */
const maxWaiting = 4_096

interface ExporterOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly version: string
  readonly log: TracingLog
  readonly post: PostSpans
}

function makeExporter(url: URL, { environment, version, log, post }: ExporterOptions): Exporter {
  const headers = {
    ...pairs(environment.OTEL_EXPORTER_OTLP_HEADERS),
    'content-type': 'application/json',
  }
  const resource = {
    'service.name': environment.OTEL_SERVICE_NAME || 'assay',
    'service.version': version,
    'process.pid': process.pid,
    ...pairs(environment.OTEL_RESOURCE_ATTRIBUTES),
  }
  let waiting: object[] = []
  let isUnreachable = false
  const send = async () => {
    const spans = waiting.splice(0, maxBatch)
    if (spans.length === 0) return
    const scope = { name: 'assay', version }
    const body = JSON.stringify({
      resourceSpans: [
        { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans }] },
      ],
    })
    try {
      const status = await post(url, headers, body)
      if (status >= 400) throw new Error(`HTTP status ${status}`)
      isUnreachable = false
    } catch (error) {
      // Its address may hold a password: only the reason is logged, and once.
      if (!isUnreachable)
        log.warn({ reason: reasonOf(error) }, 'trace collector rejected or unreachable')
      isUnreachable = true
    }
  }
  const timer = setInterval(() => void send(), everyMs)
  timer.unref()
  return {
    ratio: ratioOf(environment),
    add(span) {
      if (waiting.length < maxWaiting) waiting.push(span)
    },
    async stop() {
      clearInterval(timer)
      while (waiting.length > 0 && !isUnreachable) await send()
      waiting = []
    },
  }
}

const reasonOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}

/** `name=value,name=value`, each value encoded as in an address. */
function pairs(text = ''): Record<string, string> {
  const entries = text.split(',').flatMap((part) => {
    const [name, value] = part.split(/=(.*)/s)
    return name?.trim() && value !== undefined ? [[name.trim(), decode(value.trim())]] : []
  })
  return Object.fromEntries(entries)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function ratioOf(environment: Readonly<Record<string, string | undefined>>): number {
  const sampler = environment.OTEL_TRACES_SAMPLER ?? ''
  if (sampler.endsWith('always_off')) return 0
  const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG)
  return sampler.endsWith('traceidratio') && ratio >= 0 && ratio <= 1 ? ratio : 1
}

/** Of the header of that name; what is no such header counts as none. */
export function readTraceparent(header: unknown): Span | undefined {
  if (typeof header !== 'string') return undefined
  const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header)
  const [, traceId = '', spanId = '', flags = ''] = match ?? []
  if (!match || header.startsWith('ff') || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const spanKinds = { internal: 1, server: 2 } as const

export function beginSpan(
  name: string,
  parent: Span | undefined = current.getStore(),
  kind: number = spanKinds.internal,
): Recorded | undefined {
  if (!exporter) return undefined
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: parent?.spanId,
    isSampled: parent?.isSampled ?? Math.random() < exporter.ratio,
    name,
    kind,
    startedAt: now(),
  }
}

export function endSpan(
  span: Recorded | undefined,
  attributes: Attributes = {},
  failed?: string,
  name = span?.name,
): void {
  if (!span?.isSampled) return
  exporter?.add({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== undefined && { parentSpanId: span.parentSpanId }),
    name,
    kind: span.kind,
    startTimeUnixNano: String(span.startedAt),
    endTimeUnixNano: String(now()),
    attributes: attributesOf(attributes),
    status: failed === undefined ? {} : { code: 2, message: failed },
  })
}

const now = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6))

export const inSpan = <T>(span: Span | undefined, work: () => T): T =>
  span ? current.run(span, work) : work()

/** One piece of work as a span below the current one; without a collector just the work. */
export async function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  parent?: Span,
): Promise<T> {
  const span = beginSpan(name, parent ?? current.getStore())
  if (!span) return work()
  try {
    const result = await current.run(span, work)
    endSpan(span, attributes)
    return result
  } catch (error) {
    endSpan(span, attributes, (error as Error)?.name ?? 'Error')
    throw error
  }
}

/** Spans of requests whose jobs are still to run here. */
const submitted = new Map<string, Span>()
const maxSubmitted = 10_000

export function rememberSubmission(jobId: string): void {
  const span = current.getStore()
  if (!span || !exporter) return
  if (submitted.size >= maxSubmitted) submitted.delete(submitted.keys().next().value ?? '')
  submitted.set(jobId, span)
}

export function takeSubmission(jobId: string): Span | undefined {
  const span = submitted.get(jobId)
  submitted.delete(jobId)
  return span
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
