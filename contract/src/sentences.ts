import { answerFindings } from './findings/answers.ts'
import { badgeFindings, knownBadge } from './findings/badges.ts'
import { type FindingParameters, fillSentence, inEnglish } from './findings/sentence.ts'

export { knownBadge }

const maxText = 300

/** One sentence in English, and what it takes to say it in another language. */
export interface Told {
  readonly text: string
  readonly id?: string | undefined
  readonly parameters?: FindingParameters | undefined
}

/** One line: text from the author of a sample must not move the text next to it. */
export const cleanText = (text: string): string =>
  text.slice(0, maxText).replaceAll('\0', '\ufffd').replace(/\s+/g, ' ').trim().toWellFormed()

interface Badge {
  readonly namespace: string
  readonly predicate: string
  readonly value: string
}

/** Namespaces of the public catalog that abbreviate a vendor. */
const names: Readonly<Record<string, string>> = {
  VT: 'VirusTotal',
  OTX: 'AlienVault OTX',
  GSB: 'Google Safe Browsing',
  DT: 'DomainTools',
  PT: 'PassiveTotal',
  HA: 'Hybrid Analysis',
  SFS: 'Stop Forum Spam',
}

/**
 * A badge as a sentence. Those of built-in analyzers have their own; a third party's
 * `VT:detection="32/94"` is "VirusTotal: detection is 32/94."
 */
export function badgeSentence({ namespace, predicate, value: given }: Badge): Told {
  const value = cleanText(given)
  const known = knownBadge(namespace, predicate, value)
  if (known === 'nothing') return { text: '' }
  if (known) {
    const text = fillSentence(badgeFindings[known.id].sentence, known.parameters, inEnglish) ?? ''
    return { text, ...known }
  }
  const who = names[namespace] ?? spaced(namespace)
  const what = words(predicate)
  if (what === '' && value === '') return { text: '' }
  if (who === '') {
    const sentence = value === '' ? what : what === '' ? value : `${what} is ${value}`
    return { text: /[.!?…]$/.test(sentence) ? capital(sentence) : `${capital(sentence)}.` }
  }
  const id = value === '' ? 'badge.notes' : what === '' ? 'badge.names' : 'badge.says'
  const parameters = {
    who,
    ...(what === '' ? {} : { what }),
    ...(value === '' ? {} : { value }),
  }
  const text = fillSentence(answerFindings[id].sentence, parameters, inEnglish) ?? ''
  return { text, id, parameters }
}

const spaced = (text: string) => cleanText(text).replaceAll('_', ' ').trim()

/** `GetReport` and `get_report` are "get report"; `SPF` stays. */
const words = (text: string) =>
  spaced(text)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z0-9]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
