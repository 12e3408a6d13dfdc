import type { ChannelLanguage } from '@assay/contract'
import { badRequest } from '../errors.ts'
import { type Frame, framed, type Rendered } from '../notices/mail.ts'
import { isAutomatic, isDeliveryReport } from './kinds.ts'
import { domainOfAddress, headerOf, type Mail, plainAddress } from './mail.ts'
import { readSenderEntries } from './sender-rules.ts'

/** What an `Authentication-Results` header says of DMARC. */
export interface DmarcCheck {
  /** Who says so. */
  readonly server: string
  readonly result: string
  /** The checked domain. */
  readonly from: string
}

/** Of a received mail: all that decides later whether its sender may be answered. */
export interface ReplyFacts {
  readonly messageId: string | undefined
  readonly isAutomatic: boolean
  readonly isList: boolean
  readonly hasEmptyReturnPath: boolean
  readonly checks: readonly DmarcCheck[]
}

export interface ReplyRules {
  readonly trustedServer: string | null
  readonly domains: readonly string[]
  /** Addresses of this server and of its mailboxes. */
  readonly own: readonly string[]
}

const maxHeaders = 20
const longestHeader = 8_192

export const maxRepliesADay = 20

export const replyFactsOf = (mail: Pick<Mail, 'headers'>): ReplyFacts => ({
  // The sender chose it, and it becomes a header.
  messageId: /^<[!-;=?-~]{1,200}@[!-;=?-~]{1,200}>$/.exec(headerOf(mail, 'message-id').trim())?.[0],
  isAutomatic: isAutomatic(mail) || isDeliveryReport(mail),
  isList:
    mail.headers.some(({ name }) => name.startsWith('list-')) ||
    /\b(?:bulk|list|junk)\b/i.test(headerOf(mail, 'precedence')),
  hasEmptyReturnPath: mail.headers.some(
    ({ name, value }) => name === 'return-path' && /^\s*(?:<\s*>)?\s*$/.test(value),
  ),
  checks: mail.headers
    .filter(({ name }) => name === 'authentication-results')
    .slice(0, maxHeaders)
    .flatMap(({ value }) => checksIn(value)),
})

/**
 * Why the reporter gets no answer; undefined if they get one. It keeps out loops, lists, and strangers who write under one
 * of our names; the text itself reveals nothing.
 */
// guards: reply.test.ts
export function replyRefusal(
  reporter: string | null,
  facts: ReplyFacts | null,
  { trustedServer, domains, own }: ReplyRules,
): string | undefined {
  const address = plainAddress(reporter ?? '')
  if (address === '') return 'The reporter has no valid address'
  if (!facts) return 'Received before this version'
  if (own.includes(address)) return 'Sent from an address of this server'
  if (facts.isAutomatic) return 'Sent automatically'
  if (facts.isList) return 'Came through a mailing list'
  if (facts.hasEmptyReturnPath) return 'Its return path is empty'
  const domain = domainOfAddress(address)
  if (!domains.some((entry) => domain === entry || domain.endsWith(`.${entry}`)))
    return 'The domain of the reporter gets no answers'
  const said = facts.checks.filter(({ server }) => server === trustedServer)
  if (said.length === 0) return `No DMARC result of ${trustedServer}`
  // A second result of the same server may be the sender's own: all have to agree.
  if (said.some(({ result, from }) => result !== 'pass' || from !== domain))
    return `No dmarc=pass of ${trustedServer} for the domain of the reporter`
  return undefined
}

/** One header: `mx.example 1; spf=pass …; dmarc=pass (p=none) header.from=example.org`. */
function checksIn(header: string): DmarcCheck[] {
  const server = /^\s{0,20}([^\s;=()"]{1,255})(?=[\s;(]|$)/.exec(header)?.[1]?.toLowerCase()
  if (server === undefined) return []
  const text = header.length > longestHeader ? undefined : withoutQuotes(header)
  // What cannot be read is no pass.
  if (text === undefined) return [{ server, result: 'unreadable', from: '' }]
  return text
    .split(';')
    .slice(1)
    .flatMap((part) => {
      const result = /^\s*dmarc\s*=\s*([a-z]{1,20})(?![a-z])/i.exec(part)?.[1]
      const from = /\sheader\.from\s*=\s*([^\s;]{1,255})/i.exec(part)?.[1] ?? ''
      return result === undefined
        ? []
        : [{ server, result: result.toLowerCase(), from: from.toLowerCase().replace(/\.$/, '') }]
    })
}

/** Comments and quoted texts hold what the sender chose; a statement in them is none. Undefined: they do not end. */
function withoutQuotes(header: string): string | undefined {
  let [bare, depth, isQuoted] = ['', 0, false]
  for (let at = 0; at < header.length; at += 1) {
    const sign = header[at] ?? ''
    if (sign === '\\' && (isQuoted || depth > 0)) at += 1
    else if (isQuoted) isQuoted = sign !== '"'
    else if (sign === '(') depth += 1
    else if (sign === ')' && depth > 0) depth -= 1
    else if (depth > 0) continue
    else if (sign === '"') isQuoted = true
    else bare += sign
  }
  return depth > 0 || isQuoted ? undefined : bare
}

/** As they are stored. */
export function readReplyDomains(entries: readonly string[]): string[] {
  const read = readSenderEntries(entries, 'replyDomains')
  const address = read.find((entry) => entry.includes('@'))
  // guard: reply.test.ts
  if (address !== undefined)
    throw badRequest(`replyDomains: ${address.slice(0, 100)} is an address; enter domains`)
  return read
}

export const replyOutcomes = ['benign', 'ownTest', 'duplicate', 'closed'] as const
export type ReplyOutcome = (typeof replyOutcomes)[number]

/** As it waits in the outbox. */
export interface ReplyBody {
  readonly kind: 'reply'
  readonly outcome: ReplyOutcome
  readonly receivedAt: number
  readonly language: ChannelLanguage
  readonly inReplyTo?: string | undefined
}

/** What a closed alert means to who reported it: a reason that only colleagues understand is left out. */
export const replyOutcomeOf = (dismissal: string | null): ReplyOutcome =>
  replyOutcomes.find((outcome) => outcome === dismissal) ?? 'closed'

/** The same of a case that the alert became. */
export function replyOutcomeOfCase(closed: {
  readonly status: string
  readonly resolution_status: string | null
}): ReplyOutcome {
  if (closed.status === 'Duplicated' || closed.resolution_status === 'Duplicated')
    return 'duplicate'
  return closed.resolution_status === 'FalsePositive' ? 'benign' : 'closed'
}

const words = {
  en: {
    subject: 'Your report was reviewed',
    thanks: (date: string) => `Thank you for the email that you reported on ${date}.`,
    benign: 'The security team reviewed it and considers it harmless.',
    ownTest: 'It was a test by the security team. Thank you for noticing it.',
    duplicate: 'The security team knows this email already.',
    closed: 'The security team reviewed it and closed the report.',
    automatic: 'This message was sent automatically.',
  },
  fr: {
    subject: 'Votre signalement a été examiné',
    thanks: (date: string) => `Merci pour le courriel que vous avez signalé le ${date}.`,
    benign: 'L’équipe de sécurité l’a examiné et le considère comme inoffensif.',
    ownTest: 'C’était un test de l’équipe de sécurité. Merci de l’avoir remarqué.',
    duplicate: 'L’équipe de sécurité connaît déjà ce courriel.',
    closed: 'L’équipe de sécurité l’a examiné et a clos le signalement.',
    automatic: 'Ce message a été envoyé automatiquement.',
  },
} as const

/** Fixed words and a date alone: neither a finding nor anything that stands in the reported mail. */
export function renderReply(
  { outcome, language, receivedAt }: Pick<ReplyBody, 'outcome' | 'language' | 'receivedAt'>,
  frame: Frame,
): Rendered {
  const own = words[language]
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const lines = [own.thanks(date.format(receivedAt)), own[outcome], own.automatic]
  return framed(own.subject, lines, frame)
}
