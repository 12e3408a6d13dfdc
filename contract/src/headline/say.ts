import { type FindingParameters, fillSentence, type Placeholder } from '../findings/sentence.ts'
import type { HeadlinePhrase } from './phrases.ts'
import type { HeadlineGap, HeadlineLead, HeadlineParts, HeadlineStep } from './subject.ts'

/** How a language, and the surface that shows it, phrases this. */
export interface Speech {
  readonly phrases: Readonly<Record<HeadlinePhrase, string>>
  /** The sentence of a finding with its placeholders; undefined where only its text is known. */
  sentence(id: string): string | undefined
  /** A piece of evidence. */
  write(value: string | number, placeholder: Placeholder): string
  /** A text that is shown verbatim. */
  plain(text: string): string
  /** The name of a file. */
  fileName(name: string): string
  /** Of an analyzer. */
  analyzer(name: string): string
}

/** One of the reasons alone, with the way to where it was found. */
export const sayLead = (lead: HeadlineLead, speech: Speech): string => large(whyOf(lead, speech))

/** What the first step of a chain is to the observable: `its link`. */
export const sayOwn = ({ filename: _name, ...step }: HeadlineStep, speech: Speech): string =>
  nounOf('own', step, speech)

const large = (told: string) => `${told.charAt(0).toUpperCase()}${told.slice(1)}`

/** As long as other sentences may be. */
const longest = 300

/** The answer in one sentence. */
export function sayHeadline(parts: HeadlineParts, speech: Speech): string {
  const whole = large(saying(parts, speech))
  return whole.length <= longest
    ? whole
    : `${whole.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

function saying(parts: HeadlineParts, speech: Speech): string {
  const { state, lead, level, answered, asked } = parts
  const fill = filler(speech)
  if (parts.decision) return decisionSaying(parts.decision, speech)
  if (state === 'running') {
    const what = fill('state.running', { answered, asked })
    return lead ? fill('state.so-far', { what, why: whyOf(lead, speech) }) : what
  }
  if (lead && (level === 'malicious' || level === 'suspicious'))
    return badSaying(parts, lead, speech)
  if (state === 'judged' && lead)
    return withGaps(fill('is.safe', { why: whyOf(lead, speech) }), parts, speech)
  if (state === 'noVerdict')
    return parts.notExaminedCount > 0
      ? withGaps(fill('state.noVerdict', {}), parts, speech)
      : fill('state.found-nothing', { count: answered })
  if (state === 'failed') {
    const count = parts.notExamined.filter(({ kind }) => kind === 'failed').length
    return withGaps(
      fill('state.failed', { count: Math.max(count, asked - answered) }),
      parts,
      speech,
    )
  }
  return state === 'judged'
    ? withGaps(fill('state.noVerdict', {}), parts, speech)
    : fill(`state.${state}`, {})
}

/** The person first, then how many analyzers say otherwise; a long reason is cut for them. */
function decisionSaying(
  { level, reason, until, disagree, disagreeLevel }: NonNullable<HeadlineParts['decision']>,
  speech: Speech,
): string {
  const fill = filler(speech)
  const plain = speech.plain(reason.replace(/[.\s]+$/, ''))
  const why =
    plain.length <= longestReason ? plain : `${plain.slice(0, longestReason - 1).toWellFormed()}…`
  const marked = fill(decisionPhrases[level], { why })
  const what = until === undefined ? marked : withDate(marked, until, speech)
  return disagreeLevel === undefined || disagree === 0
    ? what
    : fill(otherPhrases[disagreeLevel], { what, count: disagree })
}

const longestReason = 180

const decisionPhrases = {
  none: 'decision.safe',
  safe: 'decision.safe',
  suspicious: 'decision.suspicious',
  malicious: 'decision.malicious',
} as const
const otherPhrases = {
  none: 'decision.safe-others',
  safe: 'decision.safe-others',
  suspicious: 'decision.suspicious-others',
  malicious: 'decision.malicious-others',
} as const

const withDate = (what: string, until: string, { phrases, write }: Speech) =>
  fillSentence(phrases['decision.until'], { what, until }, (value, placeholder) =>
    placeholder.kind === 'date' ? write(value, placeholder) : String(value),
  ) ?? what

function badSaying(parts: HeadlineParts, lead: HeadlineLead, speech: Speech): string {
  const { category, certainty = 'sure', brand, also, allowedBy } = parts
  const fill = filler(speech)
  let told = whyOf(lead, speech)
  if (category !== undefined) {
    const name = fill(`category.${category}`, {})
    const isSaid = told.toLowerCase().startsWith(name.toLowerCase())
    const shown =
      brand === undefined ? name : fill('is.imitating', { what: name, brand: speech.plain(brand) })
    if (!isSaid || brand !== undefined)
      told = fill('is.because', { what: fill(`is.${certainty}`, { what: shown }), why: told })
  }
  if (also) told = fill('is.also', { what: told, why: whyOf(also, speech) })
  return allowedBy === undefined
    ? told
    : fill('is.although', { what: told, list: speech.plain(allowedBy) })
}

const filler =
  ({ phrases, write }: Speech) =>
  (id: HeadlinePhrase, values: FindingParameters): string =>
    fillSentence(phrases[id], values, (value, placeholder) =>
      // Texts have been made harmless where they come from.
      typeof value === 'string' ? value : write(value, placeholder),
    ) ?? ''

/** `its link leads to a host on your block list`, or the sentence itself where it is about the observable. */
function whyOf(lead: HeadlineLead, speech: Speech): string {
  const fill = filler(speech)
  const chain = withoutHash(lead.chain)
  const [first] = chain
  const last = chain.at(-1)
  const claim = claimOf(lead, speech)
  const why = claim ?? sentenceOf(lead, speech)
  if (!first || !last) return why
  const own = nounOf('own', first, speech)
  if (chain.length === 1)
    return claim === undefined ? fill('chain.says', { own, why }) : fill('chain.is', { own, claim })
  const far = nounOf('far', last, speech)
  const way = isInside(last) ? 'holds' : 'leads'
  return claim === undefined
    ? fill(`chain.${way}-says`, { own, far, why })
    : fill(`chain.${way}`, { own, far, claim })
}

/** The hash of a file in it is the file. */
const withoutHash = (chain: readonly HeadlineStep[]) =>
  chain.length > 1 && chain.at(-1)?.kind === 'hash' ? chain.slice(0, -1) : chain

const isInside = ({ kind }: HeadlineStep) => kind === 'attachment' || kind === 'contains'

function nounOf(side: 'own' | 'far', { kind, dataType, filename }: HeadlineStep, speech: Speech) {
  const isValue = kind === 'contains' && dataType !== 'file'
  const id = `${side}.${isValue && dataType === 'url' ? 'found in' : isValue ? 'contains-value' : kind}`
  const name = filename === undefined ? '' : speech.fileName(filename)
  const noun = Object.hasOwn(speech.phrases, id)
    ? filler(speech)(id as HeadlinePhrase, { name })
    : name
  return noun.replace(/\s+/g, ' ').trim()
}

/** Where it is listed; undefined where the finding has a sentence that says more. */
function claimOf({ reason }: HeadlineLead, speech: Speech): string | undefined {
  const { id, parameters = {} } = reason
  const fill = filler(speech)
  const of = (name: string) => {
    const value = parameters[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [list, feed, value] = [of('list'), of('feed'), of('value')]
  if (list !== undefined && id !== undefined && Object.hasOwn(listClaims, id))
    return fill(listClaims[id] as HeadlinePhrase, { list: speech.plain(list) })
  if (feed !== undefined && (id === 'feeds.malicious' || id === 'feeds.suspicious'))
    return fill('claim.feed', { feed: speech.plain(feed) })
  if (value !== undefined && id === 'hash.known-bad')
    return fill('claim.known-bad', { value: speech.write(value, { name: 'value', kind: 'words' }) })
  return undefined
}

const listClaims: Readonly<Record<string, HeadlinePhrase>> = {
  'lists.blocked': 'claim.blocked',
  'lists.watched': 'claim.watched',
  'lists.allowed': 'claim.allowed',
  'hash.listed-bad': 'claim.bad-hash',
}

/** What the rule is for; its name only where it says nothing else. */
function ruleOf({ reason }: HeadlineLead, speech: Speech): string | undefined {
  if (!/^yara\./.test(reason.id ?? '')) return undefined
  const { rule, description } = reason.parameters ?? {}
  const fill = filler(speech)
  if (
    typeof description === 'string' &&
    description !== '' &&
    !/^(it has )?no description/i.test(description)
  )
    return fill('rule.described', {
      description: speech.write(description, { name: 'description', kind: 'words' }),
    })
  return rule === undefined ? undefined : fill('rule.named', { rule: speech.plain(String(rule)) })
}

function sentenceOf(lead: HeadlineLead, speech: Speech): string {
  const { id, parameters, text } = lead.reason
  const rule = ruleOf(lead, speech)
  if (rule !== undefined) return rule
  const template = id === undefined || !parameters ? undefined : speech.sentence(id)
  const filled = template && parameters && fillSentence(template, parameters, speech.write)
  const told = (filled ?? speech.plain(text)).replace(/(?<!\.)\.$/, '')
  return filled && !template?.startsWith('{') ? smallFirst(told) : told
}

/** Names keep their capital: those with characters other than letters, and these. */
const properNames = /^(?:Android|Excel|Internet|Java|Microsoft|Office|Shellshock|Windows|Word)\b/

const smallFirst = (text: string) =>
  /^\p{Lu}\p{Ll}*(?=[\s’'\u00a0,;:]|$)/u.test(text) && !properNames.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text

function withGaps(what: string, { notExamined, notExaminedCount }: HeadlineParts, speech: Speech) {
  const [first] = notExamined
  if (!first) return what
  const fill = filler(speech)
  const told = fill('state.not-examined', { what, reason: gapText(first, speech) })
  return notExaminedCount > 1
    ? fill('state.more', { what: told, count: notExaminedCount - 1 })
    : told
}

/** What was not examined, and where. */
export function gapText(
  { kind, reason, analyzer = '', chain }: HeadlineGap,
  speech: Speech,
): string {
  const fill = filler(speech)
  const first = chain.at(-1)
  const own = first ? nounOf(chain.length > 1 ? 'far' : 'own', first, speech) : undefined
  if (kind === 'cut') return fill('gap.cut', {})
  if (kind === 'not-analyzed') return fill('gap.not-analyzed', { own: own ?? '' })
  const plain = speech.plain(reason).replace(/\.$/, '')
  const told =
    kind === 'failed'
      ? fill('gap.failed', { analyzer: speech.analyzer(analyzer), reason: plain })
      : plain
  return own === undefined ? told : fill('gap.in', { own, reason: told })
}
