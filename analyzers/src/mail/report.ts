import { extract, kindNames } from '@assay/contract/detect'
import { brandsOf } from '../domain/brands.ts'
import { isFreeMail } from '../domain/free-mail.ts'
import { picturesIn } from '../formats/inline-pictures.ts'
import {
  type Artifact,
  artifact,
  type ConfigOf,
  type Finding,
  fail,
  finding,
  type Job,
  taxonomy,
} from '../kit/index.ts'
import { nameFindings } from './attachments.ts'
import { authenticationOf, levelOf } from './authentication.ts'
import type { mailDescription } from './description.ts'
import { type Hop, handedOverBy, hopsOf, originOf, receiversOf } from './hops.ts'
import { impersonationFindings } from './impersonation.ts'
import { deceptionOf } from './link-deception.ts'
import { type HtmlContent, type Link, maxLinks, readHtml } from './links.ts'
import { distributionOf, relayingList } from './lists.ts'
import { lureFindings } from './lures.ts'
import { domainOf, headersOf, type Message } from './message.ts'
import { payloadOf } from './payload.ts'
import { readEml } from './read-eml.ts'
import { readMsg } from './read-msg.ts'
import { isSameOrganization, senderFindings } from './senders.ts'
import { type SignedParts, signedParts } from './signed-parts.ts'
import { threadFindings } from './threads.ts'

const maxAttachments = 100
const maxFound = 500
/** Of those that are shown inside the text; smaller ones are lines and dots. */
const maxPictures = 20
const smallestPicture = 400
const shownText = 20_000

type MailJob = Job<ConfigOf<typeof mailDescription.configuration>>

/** Of the bytes of a mail. Loaded when there is one: its libraries are half of what a small file takes. */
export async function reportOf(bytes: Buffer, form: 'msg' | 'eml', job: MailJob) {
  const message = form === 'msg' ? await readMsg(bytes) : await readEml(bytes)
  if (message.attachments.length > maxAttachments)
    fail(`The email has ${message.attachments.length} attachments; the limit is ${maxAttachments}`)
  const raw = form === 'msg' ? undefined : bytes
  const html = readHtml(message.html)
  const hops = hopsOf(headersOf(message, 'received'))
  const from = domainOf(message.from?.address ?? '')
  const distribution = distributionOf(message)
  const authentication = authenticationOf(
    headersOf(message, 'authentication-results'),
    headersOf(message, 'received-spf'),
    job.config.trusted_servers,
    { receivers: receiversOf(hops), from, list: relayingList(message, distribution) },
  )
  const { isSenderAuthenticated, authenticatedDomains } = authentication
  const brands = brandsOf(job.config)
  const deceptions = deceptionsIn(html.links, {
    from,
    isSenderAuthenticated,
    services: [
      ...authenticatedDomains,
      ...distribution.services,
      domainOf(message.returnPath ?? ''),
    ],
    isBulk: distribution.isBulk,
    brands,
  })
  const ofSender = [
    ...authentication.findings,
    ...senderFindings(message, { ...distribution, isSenderAuthenticated, authenticatedDomains }),
    ...impersonationFindings(message, brands),
  ]
  const text = message.text || html.text
  const signed = signedParts(message, raw)
  const findings = [
    ...ofSender,
    ...signed.findings,
    ...lureFindings({
      subject: message.subject,
      text,
      name: message.from?.name ?? '',
      domain: from,
      isSenderOdd: ofSender.some(({ level }) => level !== 'info'),
      isFreeMail: isFreeMail(from),
      isSenderAuthenticated,
      isBulk: distribution.isBulk,
    }),
    ...threadFindings(message, text, payloadOf(message, html, text)),
    ...deceptions.values(),
    ...contentFindings(html, (target) => isSenderAuthenticated && leadsTo(target, from)),
    ...message.attachments.flatMap(({ filename }) => nameFindings(filename)),
  ]
  const links = html.links.map(
    (link): ShownLink => ({
      shown: link.shown,
      target: link.target,
      isMisleading: deceptions.get(link)?.id === 'mail.link-misleading',
    }),
  )
  const textLinks = linksInText(message, html)
  const pictures = message.attachments.filter(
    ({ isInline, content }) => isInline && isPicture(content) && content.length >= smallestPicture,
  ).length
  const incomplete = [
    ...message.missing,
    ...signed.incomplete,
    ...(html.links.length >= maxLinks ? [`only the first ${maxLinks} links were examined`] : []),
    ...(pictures > maxPictures
      ? [`only the first ${maxPictures} of ${pictures} images in its text were examined`]
      : []),
  ]
  const { server, results, others } = authentication
  const checks = Object.entries(results)
    .filter(([, result]) => levelOf(result) === 'info')
    .map(([method, result]) => taxonomy('info', 'Mail', method.toUpperCase(), result))
  return {
    taxonomies: [
      taxonomy('info', 'Mail', 'Links', linksOf(html, textLinks).size),
      taxonomy('info', 'Mail', 'Attachments', message.attachments.length),
      ...checks,
    ],
    findings: findings.filter(({ level }) => level !== 'info'),
    full: fullOf(message, html, {
      // Every mailing list has these: they are reported, without a badge.
      findings: findings.filter(({ level }) => level === 'info'),
      hops,
      authentication: { server, results, others },
      textLinks,
      links: links.slice(0, maxFound),
      ...(incomplete.length > 0 ? { incomplete } : {}),
    }),
    artifacts: [
      ...foundArtifacts(message, html, links, hops),
      ...(await fileArtifacts(message, signed, job)),
    ],
  }
}

interface ShownLink {
  readonly shown: string
  readonly target: string
  /** The text names another target than the link, and no service of the sender explains it. */
  readonly isMisleading: boolean
}

function deceptionsIn(links: readonly Link[], circumstances: Parameters<typeof deceptionOf>[1]) {
  const found = new Map<Link, Finding>()
  for (const link of links) {
    const { claimed } = link
    const one = claimed === undefined ? undefined : deceptionOf({ ...link, claimed }, circumstances)
    if (one) found.set(link, one)
  }
  return found
}

const leadsTo = (target: string, domain: string) =>
  isSameOrganization(URL.parse(target)?.hostname.toLowerCase() ?? '', domain)

const linksOf = ({ links }: HtmlContent, textLinks: readonly string[]) =>
  new Set([...links.map(({ target }) => target), ...textLinks])

/** Mail programs make links of addresses in a text; what a link shows is not one more. */
function linksInText({ text }: Message, html: HtmlContent): string[] {
  const shown = new Set(html.links.map((link) => link.shown))
  return extract(`${text}\n${html.text}`, { max: maxFound })
    .filter(({ dataType, value }) => dataType === 'url' && !shown.has(value))
    .map(({ value }) => value)
}

function contentFindings(html: HtmlContent, isSenders: (target: string) => boolean): Finding[] {
  const [form] = html.forms.filter((target) => !isSenders(target))
  return [
    ...html.links
      .filter(({ target }) => /^(?:javascript|data|vbscript):/i.test(target))
      .map(({ target }) => finding('mail.link-script', { target: target.slice(0, 100) })),
    ...(form === undefined
      ? []
      : [finding('mail.form', { target: form || 'an unknown location' })]),
    ...(html.hasPassword ? [finding('mail.password-field')] : []),
    ...(html.hasScript ? [finding('mail.script')] : []),
  ]
}

const fullOf = (
  message: Message,
  html: HtmlContent,
  found: {
    findings: Finding[]
    hops: readonly Hop[]
    authentication: unknown
    textLinks: readonly string[]
    links: readonly ShownLink[]
    incomplete?: readonly string[]
  },
) => ({
  isMail: true,
  form: message.form,
  subject: message.subject,
  date: message.date ?? null,
  from: message.from ?? null,
  sender: message.sender ?? null,
  replyTo: message.replyTo,
  returnPath: message.returnPath ?? null,
  to: message.to.slice(0, maxFound),
  cc: message.cc.slice(0, maxFound),
  messageId: message.messageId ?? null,
  ...found,
  remoteImages: html.images.slice(0, maxFound),
  forms: html.forms.slice(0, maxFound),
  attachments: message.attachments.map(({ filename, contentType, content, isInline }) => ({
    filename,
    contentType,
    size: content.length,
    isInline,
  })),
  headers: message.headers.slice(0, maxFound),
  text: (message.text || html.text).slice(0, shownText),
})

/** Recipients are not handed out: they are the victims, not the trace. */
function foundArtifacts(
  message: Message,
  html: HtmlContent,
  links: readonly ShownLink[],
  hops: readonly Hop[],
): Artifact[] {
  const origin = originOf(hops)
  const handedOver = handedOverBy(hops)
  const senders = [message.from, message.sender].flatMap((box) => box?.address || [])
  // Who gets the replies need not have sent it.
  const replies = message.replyTo.flatMap(({ address }) =>
    address && !senders.includes(address) ? [address] : [],
  )
  const own = new Set([...message.to, ...message.cc].map(({ address }) => address.toLowerCase()))
  const inText = extract(`${message.text}\n${html.text}`, { max: maxFound }).filter(
    ({ dataType, value, kind }) =>
      (kind !== undefined || ['url', 'ip', 'domain', 'fqdn', 'mail', 'hash'].includes(dataType)) &&
      !own.has(value.toLowerCase()),
  )
  return [
    ...senders.map((address) => artifact('mail', address, { kind: 'sender', message: 'sender' })),
    ...replies.map((address) =>
      artifact('mail', address, { kind: 'reply address', message: 'reply-to' }),
    ),
    ...(message.subject === ''
      ? []
      : [artifact('mail-subject', message.subject, { kind: 'subject', message: 'subject' })]),
    ...(origin === undefined
      ? []
      : [artifact('ip', origin, { kind: 'first server', message: 'first mail server' })]),
    ...(handedOver?.address && handedOver.address !== origin
      ? [
          artifact('ip', handedOver.address, {
            message: `handed it to ${handedOver.by ?? 'the receiving server'}`,
          }),
        ]
      : []),
    ...links
      .filter(({ target }) => /^(?:https?|ftp):/i.test(target))
      .map(({ target, isMisleading }) =>
        artifact('url', target, {
          kind: 'link',
          message: isMisleading ? 'misleading link' : 'link',
          ...(isMisleading ? { tags: ['misleading'] } : {}),
        }),
      ),
    ...html.forms
      .filter((url) => /^https?:/i.test(url))
      .map((url) => artifact('url', url, { kind: 'form target', message: 'target of a form' })),
    ...inText.map(({ dataType, value, kind }) =>
      kind
        ? artifact(dataType, value, { message: `${kindNames[kind]} in the text`, tags: [kind] })
        : artifact(dataType, value, { message: 'in the text' }),
    ),
  ].slice(0, 2 * maxFound)
}

/** By its first bytes: what it is called is up to the sender. */
const isPicture = (content: Uint8Array) =>
  /^(?:89504e47|ffd8ff|474946|424d|52494646)/.test(
    Buffer.from(content.buffer, content.byteOffset, Math.min(4, content.length)).toString('hex'),
  )

async function fileArtifacts(
  message: Message,
  { content }: SignedParts,
  job: MailJob,
): Promise<Artifact[]> {
  const files: Artifact[] = []
  if (content !== undefined)
    files.push(
      await job.fileArtifact('signed.eml', content, {
        kind: 'contains',
        message: 'content inside the signature',
      }),
    )
  let pictures = 0
  for (const { filename, content, contentType, isInline } of message.attachments) {
    // Every mail contains logos; but a QR code is shown inside the text as well.
    if (isInline && isPicture(content)) {
      if (content.length < smallestPicture) continue
      pictures += 1
      if (pictures > maxPictures) continue
    }
    files.push(
      await job.fileArtifact(filename, content, {
        contentType,
        kind: 'attachment',
        message: 'attachment',
      }),
    )
  }
  for (const [at, picture] of picturesIn(message.html, maxPictures, smallestPicture).entries())
    files.push(
      await job.fileArtifact(`picture-${at + 1}.${picture.ending}`, picture.content, {
        kind: 'contains',
        message: 'image in the text',
      }),
    )
  return files
}
