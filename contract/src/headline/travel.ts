import { isBuiltinName } from '../builtin-name.ts'
import { compare, convictionOf, isOwnList, levelOfWeight, suspiciousFrom } from './conviction.ts'
import type {
  HeadlineDecision,
  HeadlineEdge,
  HeadlineGraph,
  HeadlineLead,
  HeadlineReason,
  HeadlineStep,
  HeadlineSubject,
} from './subject.ts'

/** How much of a weight one step leaves, and whether only the organization's own lists pass it. */
interface Step {
  readonly share: number
  readonly onlyOwnLists?: true
}

/**
 * What is not here does not travel. Others share an address, a name server, a mail server or a registrar with
 * it: these say nothing about it unless the organization itself has put them on a list.
 */
const steps: Readonly<Record<string, Step>> = {
  hash: { share: 1 },
  host: { share: 0.95 },
  attachment: { share: 0.9 },
  contains: { share: 0.9 },
  'redirects to': { share: 0.9 },
  'form target': { share: 0.9 },
  'registered part': { share: 0.9, onlyOwnLists: true },
  link: { share: 0.8 },
  sender: { share: 0.8 },
  'reply address': { share: 0.75 },
  'found in': { share: 0.65 },
  address: { share: 0.5, onlyOwnLists: true },
  'first server': { share: 0.5, onlyOwnLists: true },
}

/** Who opens the container gets this very file: another wrapping makes a suspicious one no safer. */
const isWrapping = (kind: string, dataType: string) =>
  (kind === 'contains' || kind === 'attachment') && dataType === 'file'

/** The kinds of relations along which verdicts travel. */
export const travelKinds: readonly string[] = Object.keys(steps)

/** A text may name what it warns of: only an address that can be opened counts. */
function stepOf(kind: string, dataType: string): Step | undefined {
  if (!Object.hasOwn(steps, kind)) return undefined
  if (kind === 'found in' && dataType !== 'url') return undefined
  if (kind === 'contains' && dataType !== 'file' && dataType !== 'url')
    return { share: 0.5, onlyOwnLists: true }
  return steps[kind]
}

export const maxSteps = 6
/** Of observables that are looked at for one headline. */
export const maxReached = 200

interface Reached {
  readonly subject: HeadlineSubject
  readonly share: number
  readonly onlyOwnLists: boolean
  /** Reached through containers alone. */
  readonly isInside: boolean
  readonly chain: readonly HeadlineStep[]
}

/** Built once for all observables of a headline. */
export const headlineGraph = (
  subjects: readonly HeadlineSubject[],
  edges: readonly HeadlineEdge[],
): HeadlineGraph => ({
  subjects: new Map(subjects.map((one) => [one.key, one])),
  from: Map.groupBy(
    edges.toSorted((a, b) => compare(a.to, b.to) || compare(a.kind, b.kind)),
    (edge) => edge.from,
  ),
})

/**
 * Everything that an observable leads to, each by the path that keeps most of its weight. A path goes from the
 * container to what was found in it, never back: two links to one host do not judge each other.
 */
export function reachedFrom(
  subject: HeadlineSubject,
  { subjects, from }: HeadlineGraph,
): { readonly reached: readonly Reached[]; readonly isCut: boolean } {
  const settled = new Map<string, Reached>()
  let isCut = false
  let ring: Reached[] = [{ subject, share: 1, onlyOwnLists: false, isInside: true, chain: [] }]
  while (ring.length > 0) {
    const next = new Map<string, Reached>()
    for (const here of ring)
      for (const { to, kind } of from.get(here.subject.key) ?? []) {
        const there = subjects.get(to)
        if (!there || to === subject.key) continue
        const step = stepOf(kind, there.dataType)
        if (!step) continue
        const one = {
          subject: there,
          share: here.share * step.share,
          onlyOwnLists: here.onlyOwnLists || step.onlyOwnLists === true,
          isInside: here.isInside && isWrapping(kind, there.dataType),
          chain: [...here.chain, stepTo(there, kind)],
        }
        const id = `${to} ${one.onlyOwnLists}`
        const best = next.get(id) ?? settled.get(id)
        if (best && best.share >= one.share) continue
        if (levelOfWeight(100 * one.share) === undefined) continue
        if (one.chain.length > maxSteps || (!settled.has(id) && settled.size >= maxReached)) {
          isCut = true
          continue
        }
        next.set(id, one)
        settled.set(id, one)
      }
    ring = [...next.values()]
  }
  return { reached: [...settled.values()], isCut }
}

const stepTo = (
  { dataType, data, hash, filename, level }: HeadlineSubject,
  kind: string,
): HeadlineStep => ({
  kind,
  dataType,
  ...(data === undefined ? {} : { data }),
  ...(hash === undefined ? {} : { hash }),
  ...(filename === undefined ? {} : { filename }),
  level,
})

const calming = new Set(['lists.allowed', 'lists.warning', 'lists.service', 'hash.known-good'])

/** What many people use is judged by the organization's own lists only: others mean one corner of it. */
const isShared = ({ reasons }: HeadlineSubject) =>
  reasons.some(({ id, analyzer }) => id !== undefined && calming.has(id) && isBuiltinName(analyzer))

/** What an observable inherits, the most convincing first; one reason for each that it leads to. */
export function inheritedFrom(reached: readonly Reached[]): HeadlineLead[] {
  return reached
    .flatMap(({ subject, share, onlyOwnLists, isInside, chain }) => {
      if (subject.decision) return leadOfDecision(subject.decision, share, chain)
      const needsList = onlyOwnLists || isShared(subject)
      const leads = subject.reasons
        .filter((reason) => !needsList || isOwnList(reason))
        .flatMap((reason) => leadOf(reason, share, chain, isInside))
      return leads.toSorted(strongestFirst).slice(0, 1)
    })
    .toSorted(strongestFirst)
}

/** An analyst's word passes every step, as the organization's own lists do; what analyzers say there does not. */
function leadOfDecision(
  { level: decided, said }: HeadlineDecision,
  share: number,
  chain: readonly HeadlineStep[],
): HeadlineLead[] {
  const whole = decided === 'malicious' ? 100 : decided === 'suspicious' ? 55 : 0
  const weight = Math.round(whole * share)
  const level = levelOfWeight(weight)
  return level === undefined ? [] : [{ level, weight, reason: said, chain }]
}

function leadOf(
  reason: HeadlineReason,
  share: number,
  chain: readonly HeadlineStep[],
  isInside: boolean,
): HeadlineLead[] {
  const { weight: whole } = convictionOf(reason)
  const left = Math.round(whole * share)
  const weight = isInside && whole >= suspiciousFrom ? Math.max(left, suspiciousFrom) : left
  const level = levelOfWeight(weight)
  return level === undefined ? [] : [{ level, weight, reason, chain: withHost(chain, reason) }]
}

/** A list that has the host of a link speaks of the host: link → host → list. */
export function withHost(
  chain: readonly HeadlineStep[],
  { id, parameters }: HeadlineReason,
  last: { readonly dataType: string } | undefined = chain.at(-1),
): readonly HeadlineStep[] {
  const entry = parameters?.entry
  const isListed = id !== undefined && /^(?:lists|feeds)\./.test(id)
  if (last?.dataType !== 'url' || !isListed || typeof entry !== 'string') return chain
  // Instead of the entry a list may have a note about it.
  if (!/^(?=.*[.:])[^\s/]+(?:\/\d{1,3})?$/.test(entry)) return chain
  const level = id.endsWith('.blocked') || id.endsWith('.malicious') ? 'malicious' : 'suspicious'
  const isAddress = /^[\d./]+$/.test(entry) || entry.includes(':')
  const dataType = isAddress ? 'ip' : 'domain'
  return [...chain, { kind: 'host', dataType, data: entry, level }]
}

const rankOf = ({ reason, weight }: HeadlineLead) => {
  const { rank, weight: whole } = convictionOf(reason)
  return whole === 0 ? rank : (rank * weight) / whole
}

export const strongestFirst = (a: HeadlineLead, b: HeadlineLead): number =>
  rankOf(b) - rankOf(a) ||
  b.weight - a.weight ||
  a.chain.length - b.chain.length ||
  compare(pathOf(a), pathOf(b)) ||
  compare(a.reason.text, b.reason.text)

const pathOf = ({ chain }: HeadlineLead) =>
  chain.map(({ kind, data, hash }) => `${kind} ${data ?? hash}`).join('\n')
