import { createTransport } from 'nodemailer'
import { defineResponder, fail } from '../kit/index.ts'
import { openSocket, trusting } from '../kit/outgoing.ts'
import { sendMailDescription } from './description.ts'
import { subjectOf, textOf } from './text.ts'

const maxReceivers = 50
const encryptions = new Set(['starttls', 'tls', 'none'])
/** One bare address, no list and no line break that would become a header. */
const address = /^[^\s<>@,;:"]{1,64}@[^\s<>@,;:"]{1,255}$/

export const responder = defineResponder({
  ...sendMailDescription,
  async run({ dataType, data }, job) {
    const { config, certificates, message } = job
    const { host, port, encryption, user, password, from, to } = config
    if (!encryptions.has(encryption)) fail('Setting encryption must be starttls, tls or none')
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      fail('Setting port is not a valid port')
    if (to.length === 0) fail('Setting to is empty')
    if (to.length > maxReceivers) fail(`Setting to has more than ${maxReceivers} addresses`)
    for (const box of [from, ...to])
      if (!address.test(box)) fail(`${box.slice(0, 80)} is not an email address`)
    // The library would resolve and connect on its own, past the rule about where one may.
    const connection = await openSocket(host, port, job, 10_000)
    const transport = createTransport({
      host,
      port,
      connection,
      secure: encryption === 'tls',
      requireTLS: encryption === 'starttls',
      ignoreTLS: encryption === 'none',
      ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
      tls: trusting(certificates),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const sent = await transport.sendMail({
        from,
        to: [...to],
        subject: `${config.subject_prefix} ${subjectOf(dataType, data)}`.trim(),
        text: textOf(dataType, data, message),
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return {
        message: `Sent to ${sent.accepted.length} of ${to.length}`,
        full: {
          messageId: sent.messageId,
          accepted: sent.accepted.map(String),
          rejected: sent.rejected.map(String),
        },
      }
    } catch (error) {
      return fail(`The email was not sent: ${reasonOf(error, password)}`)
    } finally {
      transport.close()
      connection.destroy()
    }
  },
})

/** Some servers repeat what they were sent. */
function reasonOf(error: unknown, password: string | undefined): string {
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 300)
  return password ? text.replaceAll(password, '…') : text
}
