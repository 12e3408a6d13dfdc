import {
  type ChannelKind,
  type ChannelLanguage,
  defangSentence,
  type NoticeKind,
  type NoticeObject,
  type NoticeParameters,
} from '@assay/contract'

export interface Message {
  readonly kind: NoticeKind | ChannelKind
  readonly objectType: NoticeObject
  readonly objectId: string
  readonly parameters: NoticeParameters
  /** Whom it concerns, where others read it. */
  readonly people?: readonly string[]
}

export interface Reader {
  readonly maxTlp: number
  readonly language: ChannelLanguage
  /** A person is spoken to, a channel is told of people. */
  readonly audience: 'person' | 'channel'
}

type Sentences<Kind extends string> = Readonly<Record<Kind, string>>

const toPerson: Readonly<Record<ChannelLanguage, Sentences<NoticeKind>>> = {
  en: {
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
  },
  fr: {
    assigned: '{by} vous a attribué {title}',
    mentioned: '{by} vous a mentionné dans {title}',
    dueSoon: 'Bientôt à échéance : {title}',
    overdue: 'En retard : {title}',
    verdictWorse: 'Un observable est devenu {verdict} dans {title}',
    watched: 'Un observable que vous suivez a changé',
    contradicted: 'Un analyseur contredit le verdict d’un analyste',
    verdictExpired: 'Votre verdict a expiré',
    approvalAsked: '{by} demande votre approbation de {name}',
    responseFailed: '{name} n’a pas abouti',
    undoFailed: '{name} n’a pas pu être annulé',
    rule: 'La règle {name} vous notifie',
    ruleStopped: 'La règle {name} a été arrêtée',
    budgetTrouble: 'Le fournisseur du budget {name} ne répond pas ou refuse l’identifiant',
    mailboxTrouble: 'La boîte mail {name} est illisible',
    auditTrouble: 'Le flux d’audit {name} n’est pas transmis',
  },
}

const toChannel: Readonly<Record<ChannelLanguage, Partial<Sentences<NoticeKind | ChannelKind>>>> = {
  en: {
    newAlert: 'New alert ({severity}): {title}',
    caseShared: '{name} shared a case: {title}',
    assigned: '{by} assigned {title} to {people}',
    mentioned: '{by} mentioned {people} in {title}',
    approvalAsked: '{by} requests approval of {name}',
    rule: 'Rule {name} notifies {people}',
  },
  fr: {
    newAlert: 'Nouvelle alerte ({severity}) : {title}',
    caseShared: '{name} a partagé un dossier : {title}',
    assigned: '{by} a attribué {title} à {people}',
    mentioned: '{by} a mentionné {people} dans {title}',
    approvalAsked: '{by} demande l’approbation de {name}',
    rule: 'La règle {name} notifie {people}',
  },
}

const words = {
  en: {
    verdict: { malicious: 'malicious', suspicious: 'suspicious', safe: 'benign' },
    noVerdict: 'no verdict',
    severities: ['low', 'medium', 'high', 'critical'],
    caseNews: (number: number) => `Case ${number} has updates`,
    news: { person: 'Assay has a notice for you', channel: 'Assay has a notice' },
    notifications: (count: number) => `${count} notifications`,
    more: (count: number) => `and ${count} more`,
    choose: 'Choose what you are notified of in Settings › Account.',
    test: 'Test: Assay can write here',
    open: 'Open in Assay',
    confirm: {
      subject: 'Confirm your address',
      code: (code: string) => `Your code: ${code}`,
      enter:
        'Enter it in Settings › Account within 24 hours. If you did not request it, ignore this mail.',
    },
  },
  fr: {
    verdict: { malicious: 'malveillant', suspicious: 'suspect', safe: 'bénin' },
    noVerdict: 'sans verdict',
    severities: ['faible', 'moyenne', 'élevée', 'critique'],
    caseNews: (number: number) => `Du nouveau dans le dossier ${number}`,
    news: { person: 'Assay a du nouveau pour vous', channel: 'Assay a du nouveau' },
    notifications: (count: number) => `${count} notifications`,
    more: (count: number) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
    choose: 'Choisissez ce qui vous est notifié dans Paramètres › Compte.',
    test: 'Test : Assay peut écrire ici',
    open: 'Ouvrir dans Assay',
    confirm: {
      subject: 'Confirmez votre adresse',
      code: (code: string) => `Votre code : ${code}`,
      enter:
        'Saisissez-le dans Paramètres › Compte sous 24 heures. Si vous ne l’avez pas demandé, ignorez ce courriel.',
    },
  },
} as const

/** Fixed words around the sentences. */
export const wordsOf = (language: ChannelLanguage) => words[language]

/** More people are counted only. */
const maxNamed = 5
const highestTlp = 4

/** What leaves: never a description, a comment or a file; above the highest TLP no title and no name either. */
export function sentenceOf(message: Message, { maxTlp, language, audience }: Reader): string {
  const { kind, parameters, people = [] } = message
  const { number, title, by = '', name = '', to = '', severity = 0 } = parameters
  const own = words[language]
  const template =
    (audience === 'channel' ? toChannel[language][kind] : undefined) ??
    toPerson[language][kind as NoticeKind] ??
    own.news[audience]
  // A title without a marking is kept as the highest.
  const { tlp = template.includes('{title}') ? highestTlp : 0 } = parameters
  // guard: mail.test.ts
  if (tlp > maxTlp) return number === undefined ? own.news[audience] : own.caseNews(number)
  const shownTitle = number === undefined ? (title ?? '') : `#${number} ${title ?? ''}`
  const said: Readonly<Record<string, string>> = {
    ...{ by, name, title: shownTitle, people: named(people, language) },
    verdict: (own.verdict as Readonly<Record<string, string>>)[to] ?? own.noVerdict,
    severity: own.severities[severity - 1] ?? '?',
  }
  const filled = template.replace(/\{(\w+)\}/g, (_, key: string) => said[key] ?? '')
  return oneLine(defangSentence(filled))
}

function named(people: readonly string[], language: ChannelLanguage): string {
  const more = people.length - maxNamed
  const shown = people.slice(0, maxNamed).join(', ')
  return more > 0 ? `${shown} ${words[language].more(more)}` : shown
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

/** "Due soon" that waited until it was due says what would no longer be true. */
export const isTooLate = ({ kind, parameters: { dueAt } }: Message, now: number): boolean =>
  kind === 'dueSoon' && dueAt !== undefined && dueAt <= now
