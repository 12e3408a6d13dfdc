import type { Taxonomy } from '@assay/contract'
import { cleanText } from './said-text.ts'

/** Namespaces of the public catalogue that are short for somebody. */
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
 * A badge of somebody else's analyzer as a sentence: `VT:detection="32/94"` is "VirusTotal: detection
 * is 32/94."
 */
export function sentenceOf({ namespace, predicate, value }: Taxonomy): string {
  const who = names[namespace] ?? spaced(namespace)
  const what = words(predicate)
  const said = cleanText(value)
  if (what === '' && said === '') return ''
  const sentence = said === '' ? what : what === '' ? said : `${what} is ${said}`
  const whole = who === '' ? capital(sentence) : `${who}: ${sentence}`
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`
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
