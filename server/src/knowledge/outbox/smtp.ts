import type { Transporter } from 'nodemailer'
import type { Deps } from '../../deps.ts'
import { mailReference } from '../../domain/mail-references.ts'
import type { Config } from '../../settings/config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Equal for the same mail, sent twice after a crash. */
  readonly id: string
  /** It answers a mail: nothing may answer it in turn, neither a program nor a server that cannot deliver it. */
  readonly answers?: { readonly messageId: string | undefined }
}

/** Why it was not sent, in our words: what a server answers may name what it was sent. */
export type Refusal = 'unreachable' | 'certificate' | 'sign-in refused' | 'no answer' | 'refused'

const timeoutMs = 20_000

/** Through the server that the operator named: undefined once it has taken the mail. */
export const sendMail = (
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  { to, subject, text, id, answers }: Mail,
): Promise<Refusal | undefined> =>
  withTransport(config, (transport, from) =>
    transport.sendMail({
      from: { name: 'Assay', address: from },
      to: { name: '', address: to },
      subject,
      text,
      // Signed: our mailboxes know it, a bounce and an automatic reply to it, and make no alert of them.
      messageId: mailReference(
        { kind: answers ? 'reply' : 'notice', id },
        from.slice(from.indexOf('@') + 1),
        (said) => secrets.proof('mail-reference', said),
      ),
      headers: { 'Auto-Submitted': answers ? 'auto-replied' : 'auto-generated' },
      ...(answers && { envelope: { from: '', to } }),
      ...(answers?.messageId !== undefined && {
        inReplyTo: answers.messageId,
        references: answers.messageId,
      }),
    }),
  )

/** Connects and signs in, and sends nothing. */
export const tryMail = (config: Pick<Config, 'mail'>): Promise<Refusal | undefined> =>
  withTransport(config, (transport) => transport.verify())

async function withTransport(
  { mail: { url, from } }: Pick<Config, 'mail'>,
  work: (transport: Transporter, from: string) => Promise<unknown>,
): Promise<Refusal | undefined> {
  if (url === undefined || from === undefined) return 'unreachable'
  const { protocol, hostname, port, username, password } = new URL(url)
  // Only an installation that sends mail loads it.
  const { createTransport } = await import('nodemailer')
  const isTls = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    // A password never leaves in clear; without one, a relay in the house may speak no TLS.
    requireTLS: !isTls && username !== '',
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs / 2,
    greetingTimeout: timeoutMs / 2,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await work(transport, from)
    return undefined
  } catch (error) {
    return refusalOf(error)
  } finally {
    transport.close()
  }
}

function refusalOf(error: unknown): Refusal {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const said = `${code} ${message}`
  if (/CERT|certificate|self.signed|altname/i.test(said)) return 'certificate'
  if (code === 'EAUTH') return 'sign-in refused'
  if (code === 'ETIMEDOUT' || code === 'ECONNRESET') return 'no answer'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused'
  return 'unreachable'
}
