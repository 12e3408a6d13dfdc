import { isNotApplicable } from './applicable.ts'
import { brandIn, categoryIn, certaintyOf, isPhishing } from './category.ts'
import { byConviction, convictionOf, isOwnList } from './conviction.ts'
import type {
  HeadlineDecision,
  HeadlineGap,
  HeadlineInput,
  HeadlineLead,
  HeadlineLevel,
  HeadlineParts,
  HeadlineReason,
  HeadlineState,
  HeadlineStep,
  HeadlineSubject,
} from './subject.ts'
import { headlineGraph, inheritedFrom, reachedFrom, strongestFirst, withHost } from './travel.ts'

const nothing = headlineGraph([], [])
const maxInherited = 5
const maxGaps = 5

const worst: readonly HeadlineLevel[] = ['none', 'safe', 'suspicious', 'malicious']
const isBad = (level: HeadlineLevel | null) => level === 'malicious' || level === 'suspicious'

/**
 * The answer about an observable: how bad it is by itself and by what it leads to, the most convincing reason, and
 * what was not examined. It depends on its input alone.
 */
export function composeHeadline(input: HeadlineInput): HeadlineParts {
  const { subject, graph = nothing, running = 0 } = input
  const reasons = subject.reasons
    .filter(({ id }) => id === undefined || !id.startsWith('verdict.'))
    .toSorted(byConviction)
  const own = reasons
    .filter(({ level }) => isBad(level))
    .map((reason) => ownLead(reason, subject))
    .toSorted(strongestFirst)
  const { reached, isCut } = reachedFrom(subject, graph)
  const allowed = reasons.find((reason) => reason.id === 'lists.allowed' && isOwnList(reason))
  const inherited = inheritedFrom(reached).filter(
    ({ reason }) => allowed === undefined || isOwnList(reason),
  )
  const gaps = gapsOf(subject, reached, isCut || input.isCut === true)
  const level = levelOf(subject.level, inherited)
  const base = {
    ownLevel: subject.level,
    inherited: inherited.slice(0, maxInherited),
    notExamined: gaps.slice(0, maxGaps),
    notExaminedCount: gaps.reduce((sum, { count = 1 }) => sum + count, 0),
    answered: subject.answered,
    asked: input.asked ?? subject.answered + subject.failures.length + running,
  }
  const leads = [...own, ...inherited].toSorted(strongestFirst)
  const [lead] = leads
  if (subject.decision)
    return {
      ...base,
      state: 'judged',
      level: subject.decision.level,
      ownLevel: subject.decision.level,
      decision: decided(subject.decision),
      ...(lead ? { lead } : {}),
    }
  // A hit on an own list is final upwards; everything else may still change.
  if (running > 0 && !(lead && isOwnList(lead.reason)))
    return { ...base, state: 'running', level: null, ...(lead ? { lead } : {}) }
  if (!isBad(level)) {
    const state = stateOf(input)
    const [safe] = reasons.filter((reason) => reason.level === 'safe')
    const calm = state === 'judged' && safe ? { lead: ownLead(safe, subject) } : {}
    return { ...base, state, level, ...calm }
  }
  const also = lead && lead.level !== level ? leads.find((one) => one.level === level) : undefined
  const list = allowed?.parameters?.list
  return {
    ...base,
    state: 'judged',
    level,
    ...(lead ? { lead, ...named(level, lead, reasons, inherited, reached) } : {}),
    ...(also ? { also } : {}),
    ...(typeof list === 'string' ? { allowedBy: list } : {}),
  }
}

/** With the worst that analyzers say instead. */
function decided({ level, reason, until, others }: HeadlineDecision) {
  const other = others.filter((one) => one !== level && one !== 'none')
  const worstOther = worst.findLast((one) => other.includes(one))
  return {
    level,
    reason,
    ...(until === undefined ? {} : { until }),
    disagree: other.filter((one) => one === worstOther).length,
    ...(worstOther === undefined ? {} : { disagreeLevel: worstOther }),
  }
}

const ownLead = (reason: HeadlineReason, subject: HeadlineSubject): HeadlineLead => ({
  level: reason.level,
  weight: convictionOf(reason).weight,
  reason,
  chain: withHost([], reason, subject),
})

const levelOf = (own: HeadlineLevel | null, inherited: readonly HeadlineLead[]) => {
  const levels = inherited.map((lead) => worst.indexOf(lead.level))
  const all = Math.max(own === null ? -1 : worst.indexOf(own), ...levels)
  return worst[all] ?? null
}

function stateOf({ subject, isSupported = true }: HeadlineInput): HeadlineState {
  const { level, answered, failures } = subject
  if (level === 'safe') return 'judged'
  if (answered > 0) return 'noVerdict'
  if (failures.length === 0) return isSupported ? 'notAnalyzed' : 'notSupported'
  return failures.every(isNotApplicable) ? 'notApplicable' : 'failed'
}

type Reached = ReturnType<typeof reachedFrom>['reached']

/** Its name: by its own reasons, or phishing by those of the pages that it leads to. */
function named(
  level: HeadlineLevel | null,
  lead: HeadlineLead,
  reasons: readonly HeadlineReason[],
  inherited: readonly HeadlineLead[],
  reached: Reached,
): Pick<HeadlineParts, 'category' | 'certainty' | 'brand'> {
  if (level === null) return {}
  const ends = new Set(inherited.flatMap(({ reason }) => reason))
  const there = reached
    .filter(({ subject }) => subject.reasons.some((reason) => ends.has(reason)))
    .flatMap(({ subject }) => subject.reasons)
  const own = categoryIn(reasons)
  const far = categoryIn(there)
  const phishing = [own, far]
    .filter((one) => isPhishing(one?.category))
    .toSorted((a, b) => Number(isCredential(b)) - Number(isCredential(a)))[0]
  const found = phishing ?? own
  const brand = brandIn(reasons) ?? brandIn(there)
  if (found)
    return {
      category: found.category,
      certainty: certaintyOf(level, found.reason),
      ...(brand !== undefined && isPhishing(found.category) ? { brand } : {}),
    }
  return isDelivered(lead)
    ? { category: 'malware-delivery', certainty: certaintyOf(level, lead.reason) }
    : {}
}

const isCredential = (one: ReturnType<typeof categoryIn>) => one?.category === 'credential-phishing'

/** A file in a file that runs something. */
const isDelivered = ({ chain, reason }: HeadlineLead) =>
  chain.length > 0 &&
  chain.every(({ dataType }) => dataType === 'file') &&
  /^(?:script|shortcut|executable|yara|hash)\./.test(reason.id ?? '')

const isFileStep = ({ kind, dataType }: HeadlineStep) =>
  dataType === 'file' && (kind === 'attachment' || kind === 'contains')

/** What was not examined in it and in the files that are in it. */
function gapsOf(subject: HeadlineSubject, reached: Reached, isCut: boolean): HeadlineGap[] {
  const gaps = [...ownGaps(subject, [])]
  for (const { subject: there, chain } of reached) {
    if (!chain.every(isFileStep)) continue
    if (there.level === null && there.failures.length === 0)
      gaps.push({ kind: 'not-analyzed', reason: '', chain })
    else gaps.push(...ownGaps(there, chain))
  }
  return isCut ? [...gaps, { kind: 'cut', reason: '', chain: [] }] : gaps
}

const ownGaps = (
  { gaps, failures }: HeadlineSubject,
  chain: readonly HeadlineStep[],
): HeadlineGap[] => [
  ...gaps.map((gap) => ({ kind: 'left-out' as const, ...gap, chain })),
  ...failures
    .filter((failure) => !isNotApplicable(failure))
    .map(({ analyzer, reason }) => ({ kind: 'failed' as const, reason, analyzer, chain })),
]
