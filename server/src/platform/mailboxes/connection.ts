import { guardedLookup, refuseHost, TargetRefused } from '@assay/analyzers/guarded-lookup'
import { canonicalHost } from '@assay/contract/detect'
import type { ImapFlow } from 'imapflow'
import { mailLimits } from '../../domain/mail/limits.ts'
import { secretBehind } from '../../identity/secret-references/single.ts'
import type { PlatformDeps } from '../deps.ts'
import { microsoftToken, TokenRefused } from './microsoft.ts'
import { type MailboxRow, secretContext } from './store.ts'

/** How a mailbox is reached; errors are of class `MailboxProblem` and name nothing of the network. */
export interface Access {
  readonly secret: string
  /** Of the operator: also to private addresses, and at any port. */
  readonly mayReachPrivate: boolean
  readonly signal: AbortSignal
}

/** For administrators. Whatever a server or a resolver says stays out: nobody can probe the network with it. */
export class MailboxProblem extends Error {}

/** What it stands for now, where the operator keeps it. */
export async function secretOf(
  deps: Pick<PlatformDeps, 'clock' | 'config' | 'secrets'>,
  row: MailboxRow,
): Promise<string> {
  const opened = deps.secrets.open(secretContext(row.id), row.secret_sealed)
  const found = await secretBehind(deps, row.organization, opened)
  if ('problem' in found) throw new MailboxProblem(found.problem)
  return found.secret
}

const connectMs = 15_000
const silenceMs = 60_000
/** Lists of numbers and flags; mails come as literals. */
const longestLine = 8 * 1024 * 1024

/** Ports of IMAP alone: a mailbox must not lead to another service. */
export const mailPorts: readonly number[] = [993, 143]

/** Signed in, without a folder. The caller closes it. */
export async function connect(row: MailboxRow, access: Access): Promise<ImapFlow> {
  const { signal } = access
  let client: ImapFlow | undefined
  const onAbort = () => client?.close()
  try {
    const guard = guardOf(row, access)
    const auth = await authOf(row, access)
    // 200 ms and 27 MB, only of servers that read a mailbox.
    const { ImapFlow: Client } = await import('imapflow')
    signal.throwIfAborted()
    client = new Client({
      host: row.host,
      port: row.port,
      secure: row.security === 'tls',
      // Without it a server, or who is in between, could ask for the password in clear.
      ...(row.security === 'starttls' && { doSTARTTLS: true }),
      auth,
      tls: { ...guard, minVersion: 'TLSv1.2' },
      logger: false,
      disableAutoIdle: true,
      // What is packed could become anything.
      disableCompression: true,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      maxLineLength: longestLine,
      maxLiteralSize: mailLimits.bytes,
      maxResponseSize: mailLimits.bytes + longestLine,
    })
    // Also told by what fails; without a listener it would end the process.
    client.on('error', () => undefined)
    signal.addEventListener('abort', onAbort, { once: true })
    client.once('close', () => signal.removeEventListener('abort', onAbort))
    await client.connect()
    return client
  } catch (error) {
    client?.close()
    throw asProblem(error)
  }
}

/** Asked in the connection itself, with and without TLS. */
function guardOf({ host, port }: MailboxRow, { mayReachPrivate }: Access) {
  if (mayReachPrivate) return {}
  const name = canonicalHost(host)
  if (name === undefined || !mailPorts.includes(port)) throw new MailboxProblem('unreachable')
  const target = { host: name, port }
  refuseHost(target, [])
  return { lookup: guardedLookup(target, []) }
}

async function authOf(row: MailboxRow, { secret, signal }: Access) {
  if (row.auth === 'password') return { user: row.username, pass: secret }
  const token = await microsoftToken(
    { tenant: row.tenant ?? '', clientId: row.client_id ?? '', secret },
    signal,
  )
  return { user: row.username, accessToken: token }
}

/** One of a few words. */
export function asProblem(error: unknown): MailboxProblem {
  if (error instanceof MailboxProblem) return error
  if (error instanceof TokenRefused) return new MailboxProblem(error.message)
  if (error instanceof TargetRefused) return new MailboxProblem('unreachable')
  const { authenticationFailed, code } = error as { authenticationFailed?: boolean; code?: unknown }
  const name = typeof code === 'string' ? code : ''
  if (authenticationFailed) return new MailboxProblem('sign-in refused')
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO|STARTTLS/.test(name) || isTls(error))
    return new MailboxProblem('certificate')
  if (/TIMEOUT|TIMEDOUT|NoConnection|EConnectionClosed|ClosedAfter|TooLarge|Parser/.test(name))
    return new MailboxProblem('no answer')
  if (/^E[A-Z_]+$/.test(name)) return new MailboxProblem('unreachable')
  return new MailboxProblem('no answer')
}

const isTls = (error: unknown) =>
  error instanceof Error && /STARTTLS|certificate/i.test(error.message)
