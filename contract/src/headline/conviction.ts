import { isBuiltinName } from '../builtin-name.ts'
import { type CatalogueId, catalogue, isCatalogueId } from '../findings/index.ts'
import type { HeadlineLevel, HeadlineReason } from './subject.ts'

/**
 * How much a reason convinces an analyst. `rank` says which one comes first, `weight` how bad it is and so how
 * far it travels: a rule name comes late even where the rule proves something.
 */
export interface Conviction {
  readonly rank: number
  readonly weight: number
}

/** From here on a weight makes an observable malicious, or suspicious. */
export const maliciousFrom = 60
export const suspiciousFrom = 25

/**
 * Your own lists, then feeds and known hashes; all others follow from how sure their catalog entry is.
 */
const own: Readonly<Partial<Record<CatalogueId, Conviction>>> = {
  'lists.blocked': { rank: 100, weight: 100 },
  'hash.listed-bad': { rank: 98, weight: 95 },
  'lists.watched': { rank: 95, weight: 55 },
  'feeds.malicious': { rank: 92, weight: 90 },
  'hash.known-bad': { rank: 90, weight: 90 },
  'feeds.suspicious': { rank: 88, weight: 50 },
  'yara.malicious': { rank: 35, weight: 70 },
  'yara.suspicious': { rank: 30, weight: 28 },
  'lists.allowed': { rank: 15, weight: 0 },
}

const proof = { rank: 85, weight: 85 }
const strong = { rank: 60, weight: 48 }
const doubt = { rank: 40, weight: 30 }
/** Enough to travel over a link. */
const disguise = { rank: 40, weight: 36 }
const hint = { rank: 20, weight: 14 }
/** Of programs that say a level and nothing about how they found it. */
const others = {
  malicious: { rank: 80, weight: 75 },
  suspicious: { rank: 50, weight: 36 },
}
const known = { rank: 10, weight: 0 }
const fact = { rank: 0, weight: 0 }

/** Lists of the organization itself: any program can write their id into its report, only built-ins are believed. */
export const isOwnList = ({ id, analyzer }: HeadlineReason): boolean =>
  (id === 'lists.blocked' || id === 'lists.watched' || id === 'lists.allowed') &&
  isBuiltinName(analyzer)

export function convictionOf(reason: HeadlineReason): Conviction {
  const { level } = reason
  if (level === 'none') return fact
  const { rank, weight } = isDisguised(reason)
    ? disguise
    : isKnown(reason)
      ? ofEntry(reason.id, level)
      : ofOthers(level)
  // An analyst or a configuration may say less than the catalog does.
  return { rank, weight: level === 'malicious' ? weight : Math.min(weight, maliciousFrom - 1) }
}

const isKnown = (reason: HeadlineReason): reason is HeadlineReason & { id: CatalogueId } =>
  isCatalogueId(reason.id) && isBuiltinName(reason.analyzer)

/** A name with a brand's words in it may be about the brand; one with a letter replaced is not. */
const isDisguised = (reason: HeadlineReason): boolean =>
  isKnown(reason) &&
  reason.level === 'suspicious' &&
  (reason.id === 'url.resembles' || reason.id === 'domain.resembles') &&
  /\breplaces\b|^homoglyphs|^look-alike characters/.test(String(reason.parameters?.way ?? ''))

const ofOthers = (level: HeadlineLevel): Conviction =>
  level === 'malicious' || level === 'suspicious' ? others[level] : known

function ofEntry(id: CatalogueId, level: HeadlineLevel): Conviction {
  const declared = own[id]
  if (declared) return declared
  const entry = catalogue[id]
  if (level === 'safe') return known
  if (level === 'malicious') return proof
  return entry.confidence === 'high' ? strong : entry.confidence === 'medium' ? doubt : hint
}

/** The most convincing first; what convinces as much keeps an order that follows from what it says. */
export const byConviction = (a: HeadlineReason, b: HeadlineReason): number => {
  const [one, other] = [convictionOf(a), convictionOf(b)]
  return (
    other.rank - one.rank ||
    other.weight - one.weight ||
    compare(a.analyzer, b.analyzer) ||
    compare(a.text, b.text)
  )
}

export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const levelOfWeight = (weight: number): 'malicious' | 'suspicious' | undefined =>
  weight >= maliciousFrom ? 'malicious' : weight >= suspiciousFrom ? 'suspicious' : undefined
