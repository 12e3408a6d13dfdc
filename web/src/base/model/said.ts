import {
  ageUnit,
  cleanText,
  defang,
  detect,
  fillSentence,
  type Placeholder,
  type Told,
} from '@assay/contract'
import { findingTexts } from '../texts/findings/index.ts'
import { currentLanguage, formatNumber, locale, pluralForm } from '../texts/index.ts'
import { cut, defangSentence, defangText } from './defang.ts'
import { isRecord } from './levels.ts'
import { typeName } from './type-name.ts'

/** As long as the server lets a sentence be. */
const longest = 300

/**
 * Why a value is judged as it is, in the reader's language and defanged. Untranslated reasons, as of other
 * analyzers and of older reports, stay in English.
 */
export function said({ text, id, parameters }: Told): string {
  const sentences = findingTexts()?.sentences ?? {}
  const sentence = id !== undefined && Object.hasOwn(sentences, id) ? sentences[id] : undefined
  const filled = sentence && parameters && fillSentence(sentence, parameters, writeEvidence)
  return filled ? shortened(filled) : defangSentence(text)
}

interface Judged {
  readonly level: string | null
  readonly reasons: readonly (Told & { readonly level: string })[]
  /** The answer in one sentence, in English. */
  readonly headline?: string | undefined
}

/**
 * Why, in a row of a list: the first reason, unless it is weaker than the verdict and the answer in one
 * sentence says more. That one has no other language.
 */
export function whyIn({ level, reasons: [first], headline }: Judged): string | undefined {
  const isExplained = first?.level === level || (level !== 'malicious' && level !== 'suspicious')
  if (!isExplained && headline !== undefined && currentLanguage() === 'en')
    return defangSentence(headline)
  return first && said(first)
}

const maxParameters = 10
const maxParameter = 500

/** A finding in a report, whose author may be anyone. */
export function toldIn(finding: Readonly<Record<string, unknown>>): Told {
  const text = typeof finding.explanation === 'string' ? cleanText(finding.explanation) : ''
  const { id, parameters } = finding
  if (text === '' || typeof id !== 'string' || !isRecord(parameters)) return { text }
  const own = Object.entries(parameters)
    .slice(0, maxParameters)
    .flatMap(([name, value]): [string, string | number][] => {
      if (typeof value === 'number' && Number.isFinite(value)) return [[name, value]]
      return typeof value === 'string' ? [[name, cut(value, maxParameter)]] : []
    })
  return { text, id, parameters: Object.fromEntries(own) }
}

const shortened = (text: string) => (text.length > longest ? `${cut(text, longest - 1)}…` : text)

/** A piece of evidence as the reader's language writes it, harmless. */
export function writeEvidence(value: string | number, { kind, forms }: Placeholder): string {
  if (forms) return (pluralForm(Number(value)) === 'one' ? forms[0] : forms.at(-1)) ?? ''
  if (typeof value === 'number') return kind === 'minutes' ? age(value) : number(value, kind)
  switch (kind) {
    case 'domain':
    case 'ip':
    case 'mail':
    case 'url':
      return ours(value) ?? defangText(defang(kind, value))
    case 'value':
      return ours(value) ?? harmless(value)
    case 'date':
      return ours(value) ?? date(value)
    case 'country':
      return country(value)
    case 'type':
      return ours(value) ?? typeName(value)
    case 'words':
      return inReadersWords(value)
    case 'minutes':
    case 'part':
      return ours(value) ?? defangSentence(value)
    default:
      return defangSentence(value)
  }
}

/** What an analyzer says in our words, such as "documentation", with evidence among them. */
export const inReadersWords = (given: string): string =>
  findingTexts()?.translate(given, defangSentence) ?? defangSentence(given)

/** One of our words instead of a value, such as "the sender"; undefined for evidence. */
function ours(value: string): string | undefined {
  let isOurs = true
  const translated = findingTexts()?.translate(value, (evidence) => {
    isOurs = false
    return evidence
  })
  return isOurs ? translated : undefined
}

function harmless(value: string): string {
  const { dataType } = detect(value)
  const shown = defang(dataType, value)
  return shown === value ? defangSentence(value) : defangText(shown)
}

const number = (value: number, kind: Placeholder['kind']) =>
  kind === 'code' ? String(value) : formatNumber(value)

function age(minutes: number): string {
  const { count, unit } = ageUnit(minutes)
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' })
}

/** Days of certificates and registries are those of UTC. */
function date(value: string): string {
  const at = Date.parse(value)
  return Number.isNaN(at)
    ? defangSentence(value)
    : new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
}

let codes: ReadonlyMap<string, string> | undefined

/** Databases say `FR` or `France`. */
function country(value: string): string {
  codes ??= countryCodes()
  const code = /^[A-Z]{2}$/.test(value) ? value : codes.get(value)
  if (code === undefined) return defangSentence(value)
  return new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? value
}

function countryCodes(): ReadonlyMap<string, string> {
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const all = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(all.map((code) => [english.of(code) ?? code, code]))
}
