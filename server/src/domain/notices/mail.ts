import {
  defangSentence,
  type NoticeKind,
  type NoticeObject,
  type NoticeParameters,
} from '@assay/contract'

export interface Message {
  readonly kind: NoticeKind
  readonly objectType: NoticeObject
  readonly objectId: string
  readonly parameters: NoticeParameters
}

export interface Rendered {
  readonly subject: string
  readonly text: string
}

/** More are counted only. */
const maxShown = 10
const maxSubject = 150
const highestTlp = 4

const sentences: Readonly<Record<NoticeKind, string>> = {
  assigned: '{by} assigned you {title}',
  mentioned: '{by} mentioned you in {title}',
  dueSoon: 'Due soon: {title}',
  overdue: 'Overdue: {title}',
  verdictWorse: 'An observable became {verdict} in {title}',
  watched: 'An observable you watch changed',
  contradicted: 'An analyzer contradicts the verdict of an analyst',
  verdictExpired: 'Your verdict expired',
  approvalAsked: '{by} requests your approval of {name}',
  responseFailed: '{name} did not succeed',
  undoFailed: '{name} could not be undone',
  rule: 'Rule {name} notifies you',
  ruleStopped: 'Rule {name} was stopped',
  budgetTrouble: 'The provider of budget {name} does not answer or rejects the credential',
  mailboxTrouble: 'Mailbox {name} cannot be read',
  auditTrouble: 'Audit stream {name} is not delivered',
}

const verdicts: Readonly<Record<string, string>> = {
  malicious: 'malicious',
  suspicious: 'suspicious',
  safe: 'benign',
}

/** What leaves: never a description, a comment or a file; above the highest TLP no title and no name either. */
export function sentenceOf({ kind, parameters }: Message, maxTlp: number): string {
  const { number, title, by = '', name = '', to = '' } = parameters
  // A title without a marking is kept as the highest.
  const { tlp = sentences[kind].includes('{title}') ? highestTlp : 0 } = parameters
  // guard: mail.test.ts
  if (tlp > maxTlp)
    return number === undefined ? 'Assay has news for you' : `Case ${number} has news`
  const shownTitle = number === undefined ? (title ?? '') : `#${number} ${title ?? ''}`
  const words: Readonly<Record<string, string>> = {
    ...{ by, name, title: shownTitle, verdict: verdicts[to] ?? 'no verdict' },
  }
  const filled = sentences[kind].replace(/\{(\w+)\}/g, (_, key: string) => words[key] ?? '')
  return oneLine(defangSentence(filled))
}

/** A line break in a title would become a header or a second sentence. */
const oneLine = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .trim()

/** Where the page shows it; only an id is in it. */
export function linkOf({ objectType, objectId, parameters }: Message, base: string): string {
  const { caseId, jobId } = parameters
  const at = (path: string) => `${base}${path}`
  if (objectType === 'case') return at(`/cases/${encodeURIComponent(objectId)}`)
  if (objectType === 'alert') return at(`/alerts/${encodeURIComponent(objectId)}`)
  if (objectType === 'case_task' && caseId !== undefined)
    return at(`/cases/${encodeURIComponent(caseId)}/tasks/${encodeURIComponent(objectId)}`)
  if (caseId !== undefined) return at(`/cases/${encodeURIComponent(caseId)}`)
  if (jobId !== undefined) return at(`/jobs/${encodeURIComponent(jobId)}`)
  return at('/')
}

/** One mail of all that waits for one person. */
export function renderMail(
  messages: readonly Message[],
  { maxTlp, base }: { readonly maxTlp: number; readonly base: string | undefined },
): Rendered {
  const lines = messages.slice(0, maxShown).map((message) => {
    const link = base === undefined ? '' : `\n${linkOf(message, base)}`
    return `${sentenceOf(message, maxTlp)}${link}`
  })
  const more = messages.length - lines.length
  const [first] = messages
  const subject =
    messages.length === 1 && first ? sentenceOf(first, maxTlp) : `${messages.length} notifications`
  return {
    subject: `[Assay] ${subject}`.slice(0, maxSubject).toWellFormed(),
    text: [
      ...lines,
      ...(more > 0 ? [`and ${more} more`] : []),
      'Choose what you are notified of in Settings › Account.',
    ].join('\n\n'),
  }
}

export const confirmationMail = (code: string): Rendered => ({
  subject: '[Assay] Confirm your address',
  text: [
    `Your code: ${code}`,
    'Enter it in Settings › Account within 24 hours. If you did not request it, ignore this mail.',
  ].join('\n\n'),
})
