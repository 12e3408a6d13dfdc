import { tryMail } from '../../knowledge/outbox/smtp.ts'
import type { Config } from '../../settings/config.ts'
import type { Finding } from './command.ts'

/** Connects to the mail server and signs in; sends nothing. */
export async function mail(config: Config): Promise<Finding[]> {
  const { url } = config.mail
  if (url === undefined) return []
  const what = 'mail'
  const { host } = new URL(url)
  const refusal = await tryMail(config)
  return [
    refusal === undefined
      ? { what, is: 'ok', text: `${host} accepts the connection` }
      : { what, is: 'problem', text: `${host}: ${refusal}`, remedy: 'check mail.url' },
  ]
}
