import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sendSyslog } from '../../identity/audit-stream/syslog.ts'
import { sinkStates, standstillMs } from '../../identity/audit-stream/trouble.ts'
import { type AuditSink, auditSinks, sinkId } from '../../settings/audit-sinks.ts'
import type { Config } from '../../settings/config.ts'
import type { Db } from '../../storage/database.ts'
import type { Finding } from './command.ts'

const timeoutMs = 10_000
const remedy = 'check audit.sinks (ASSAY_AUDIT_SINKS)'

/** Connects to receivers and sends nothing; files are not made. */
export const auditSinkPlaces = (config: Pick<Config, 'audit'>): Promise<Finding[]> =>
  Promise.all(auditSinks(config).map(place))

async function place(sink: AuditSink): Promise<Finding> {
  const what = `audit sink ${sinkId(sink)}`
  const problem =
    sink.type === 'file'
      ? await fileProblem(sink.path)
      : await sendSyslog(sink, [], AbortSignal.timeout(timeoutMs))
  if (problem !== undefined) return { what, is: 'problem', text: problem, remedy }
  return { what, is: 'ok', text: sink.type === 'file' ? 'is writable' : 'accepts the connection' }
}

async function fileProblem(path: string): Promise<string | undefined> {
  try {
    const info = await stat(path).catch(() => undefined)
    if (info && !info.isFile()) return 'is not a file'
    await access(info ? path : dirname(path), constants.W_OK)
    return undefined
  } catch (error) {
    return `is not writable (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
}

/** Those that stand still, as the servers left them. */
export async function auditSinkStates(db: Db, config: Config): Promise<Finding[]> {
  const states = await sinkStates({ db, config, clock: { now: Date.now, sleep: async () => {} } })
  return states
    .filter(({ stillMs }) => stillMs >= standstillMs)
    .map(({ sink, stillMs, reason = 'no process sends' }) => ({
      ...{ what: `audit sink ${sink}`, is: 'warning' as const, remedy },
      text: `stands still for ${Math.round(stillMs / 60_000)} minutes: ${reason}`,
    }))
}
