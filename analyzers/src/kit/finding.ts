import { visibleText } from '@assay/contract/detect'
import {
  type CatalogueId,
  catalogue,
  type FindingParameters,
  fillSentence,
  inEnglish,
  type Technique,
  techniqueOf,
} from '@assay/contract/findings'
import { type Level, levels, type Taxonomy, taxonomy } from './findings.ts'

/** How often such a finding is right: `low` is seen in benign files, too. */
export type Confidence = 'low' | 'medium' | 'high'

/** What an analyzer says about a badge. */
export interface Reason {
  readonly level: Level
  /** The badge. */
  readonly predicate: string
  readonly value: string
  /** One sentence, with the evidence in it. */
  readonly explanation: string
}

/** Why a file or a value is judged as it is, for people and for programs. */
export interface Finding extends Reason {
  /** Stays the same forever: `script.encoded-command`. All of them are in docs/findings.md. */
  readonly id: CatalogueId
  readonly confidence: Confidence
  /** The evidence by itself, so the sentence can be translated. */
  readonly parameters: FindingParameters
  readonly technique?: Technique
}

const maxParameter = 500
const maxBadge = 60

/** Evidence is chosen by the author of the sample: nothing in it may hide or move the text next to it. */
const shown = (value: string | number) =>
  typeof value === 'number'
    ? value
    : visibleText(
        value
          .slice(0, maxParameter)
          .toWellFormed()
          .replace(/[\r\n\t\v\f]+/g, ' '),
      )

export function finding(id: CatalogueId, given: FindingParameters = {}): Finding {
  const { level, confidence, predicate, value, sentence, technique } = catalogue[id]
  const parameters = Object.fromEntries(
    Object.entries(given).map(([name, evidence]) => [name, shown(evidence)]),
  )
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''))
  return {
    id,
    level,
    confidence,
    predicate: filled(predicate).slice(0, maxBadge),
    value: filled(value).slice(0, maxBadge),
    explanation: fillSentence(sentence, parameters, inEnglish) ?? sentence,
    parameters,
    ...(technique === undefined ? {} : { technique: techniqueOf(technique) }),
  }
}

/**
 * The only rule by which findings become a verdict: the worst one counts, but a suspicious one with
 * low confidence counts only together with another suspicious one.
 */
export function counted(findings: readonly Finding[]): readonly Finding[] {
  const doubts = new Set(findings.filter(({ level }) => isBad(level)).map(({ id }) => id))
  if (doubts.size > 1) return findings
  return findings.map((one) =>
    one.level === 'suspicious' && one.confidence === 'low' ? { ...one, level: 'info' } : one,
  )
}

/** A badge that is only a number stays one, so programs can count with it. */
function badgeValue({ id, value, parameters }: Finding): string | number {
  const [, name] = /^\{(\w+)\}$/.exec(catalogue[id].value) ?? []
  const number = name === undefined ? undefined : parameters[name]
  return typeof number === 'number' ? number : value
}

const isBad = (level: Level) => levels.indexOf(level) >= levels.indexOf('suspicious')
const maxBadges = 40

/** Each once: ten packed sections are one badge. The worst stay where there are too many. */
export function badgesOf(findings: readonly Finding[], namespace: string): Taxonomy[] {
  const badges = new Map<string, Taxonomy>()
  const worstFirst = counted(findings).toSorted(
    (a, b) => levels.indexOf(b.level) - levels.indexOf(a.level),
  )
  for (const one of worstFirst) {
    const key = `${one.predicate} ${one.value}`
    if (!badges.has(key))
      badges.set(key, taxonomy(one.level, namespace, one.predicate, badgeValue(one)))
  }
  return [...badges.values()].slice(0, maxBadges)
}
