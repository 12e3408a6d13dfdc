import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { type SyslogSink, usualSyslogPort } from '../../settings/audit-sinks.ts'

/**
 * Sends frames over a connection of their own, and answers why that failed. Syslog acknowledges nothing; but a receiver
 * that got the end of a connection closes it as well (RFC 5425, 4.4), and has read everything by then.
 */
export async function sendSyslog(
  sink: SyslogSink,
  frames: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const options = await tlsOptions(sink)
  if (typeof options === 'string') return options
  if (signal.aborted) return 'no response'
  const socket = connect(options)
  try {
    return await exchange(socket, frames, signal)
  } catch (error) {
    return reasonOf(error)
  } finally {
    socket.destroy()
  }
}

function exchange(
  socket: TLSSocket,
  frames: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let isSent = false
    let isSecure = false
    const over = () => resolve(isSent ? 'not confirmed: connection left open' : 'no response')
    signal.addEventListener('abort', over, { once: true })
    socket.on('error', reject)
    socket.on('close', () => resolve('connection lost'))
    socket.on('end', () => resolve(isSent ? undefined : 'connection closed by the receiver'))
    // What a receiver says is not read, but its end is noticed only by a reader.
    socket.resume()
    socket.on('secureConnect', () => {
      if (isSecure) return
      isSecure = true
      socket.end(frames.join(''), () => {
        isSent = true
      })
    })
  })
}

async function tlsOptions(sink: SyslogSink): Promise<ConnectionOptions | string> {
  const { host, port = usualSyslogPort } = sink
  const options: ConnectionOptions = { host, port, minVersion: 'TLSv1.2' }
  if (isIP(host) === 0) options.servername = host
  for (const key of ['ca', 'cert', 'key'] as const) {
    const path = sink[key]
    if (path === undefined) continue
    try {
      options[key] = await readFile(path)
    } catch (error) {
      return `cannot read ${key} (${codeOf(error)})`
    }
  }
  return options
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unreadable'

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (/CERT|certificate|self.signed|altname|issuer/i.test(`${code} ${message}`))
    return `certificate (${code || message})`
  return ['ECONNRESET', 'EPIPE'].includes(code)
    ? 'connection lost'
    : `unreachable (${code || message})`
}
