import { isAbsolute } from 'node:path'
import { isRecord, isText } from './checks.ts'
import { unknownKey } from './named-list.ts'

interface Sink {
  /** Names; without them, or `all`: everything, and what belongs to no organization. */
  readonly organizations?: 'all' | readonly string[]
}

export interface SyslogSink extends Sink {
  readonly type: 'syslog'
  readonly host: string
  readonly port?: number
  /** PEM files. Without `ca` those that Node trusts. */
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

export interface FileSink extends Sink {
  readonly type: 'file'
  readonly path: string
}

export type AuditSink = SyslogSink | FileSink

export const usualSyslogPort = 6514
const maxSinks = 8

/** As sinks are called in the database, in metrics and in notifications: the same place is the same sink. */
export const sinkId = (sink: AuditSink): string =>
  sink.type === 'file' ? `file:${sink.path}` : `syslog:${sink.host}:${sink.port ?? usualSyslogPort}`

export const auditSinks = ({
  audit,
}: {
  readonly audit: { readonly sinks?: unknown }
}): readonly AuditSink[] => (audit.sinks as readonly AuditSink[] | undefined) ?? []

/** Whether a sink gets what concerns this organization; null is none. */
export const isForSink = (
  { organizations }: Pick<Sink, 'organizations'>,
  organization: string | null,
): boolean =>
  organizations === undefined ||
  organizations === 'all' ||
  // guard (open = true): server/test/audit/stream.test.ts
  (organization !== null && organizations.includes(organization))

export function checkAuditSinks(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every(isRecord))
    return 'must be a list of sinks, each with type syslog and a host, or type file and a path'
  if (value.length > maxSinks) return `must have at most ${maxSinks} sinks`
  for (const [index, sink] of value.entries()) {
    const problem = sinkProblem(sink)
    if (problem !== undefined) return `has a sink ${index + 1} whose ${problem}`
  }
  const ids = (value as unknown as AuditSink[]).map(sinkId)
  if (new Set(ids).size < ids.length) return 'must not name the same host and port, or file, twice'
  return undefined
}

function sinkProblem(sink: Record<string, unknown>): string | undefined {
  const problem =
    sink.type === 'syslog'
      ? syslogProblem(sink)
      : sink.type === 'file'
        ? fileProblem(sink)
        : 'type must be syslog or file'
  return problem ?? namesProblem(sink.organizations)
}

function syslogProblem(sink: Record<string, unknown>): string | undefined {
  const wrong = unknownKey(sink, ['type', 'host', 'port', 'ca', 'cert', 'key', 'organizations'])
  if (wrong !== undefined) return wrong
  const { host, port = usualSyslogPort } = sink
  if (!isText(host) || !/^[a-z0-9._:-]{1,253}$/i.test(host))
    return 'host must be a name or address such as siem.example.org'
  if (!Number.isInteger(port) || Number(port) < 1 || Number(port) > 65_535)
    return 'port must be a number from 1 to 65535'
  for (const key of ['ca', 'cert', 'key'])
    if (sink[key] !== undefined && !isText(sink[key])) return `${key} must be a PEM file`
  if ((sink.cert === undefined) !== (sink.key === undefined))
    return 'cert and key must be set together'
  return undefined
}

function fileProblem(sink: Record<string, unknown>): string | undefined {
  const wrong = unknownKey(sink, ['type', 'path', 'organizations'])
  if (wrong !== undefined) return wrong
  if (!isText(sink.path) || !isAbsolute(sink.path) || sink.path.endsWith('/'))
    return 'path must be an absolute path of a file such as /var/log/assay/audit.jsonl'
  return undefined
}

export function namesProblem(organizations: unknown): string | undefined {
  const isGood =
    organizations === undefined ||
    organizations === 'all' ||
    (Array.isArray(organizations) && organizations.length > 0 && organizations.every(isText))
  return isGood ? undefined : 'organizations must be all or a list of names'
}
