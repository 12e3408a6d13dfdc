import type { Headline, Reason } from '@assay/contract'
import {
  composeHeadline,
  englishSpeech,
  type HeadlineDecision,
  type HeadlineEdge,
  type HeadlineReason,
  type HeadlineSubject,
  headlineGraph,
  maxReached,
  maxSteps,
  sayHeadline,
  travelKinds,
} from '@assay/contract/headline'
import { type NamedValue, valueKey } from '../../domain/values/key.ts'
import { awaited } from '../../domain/values/late.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import {
  type AnswerRow,
  answersOf,
  byAnalyzers,
  isDecided,
  reasonsOf,
  verdictFrom,
} from './answers.ts'
import { fairly } from './fairly.ts'
import { shownName, type Wanted, wantedOf } from './named.ts'
import { leadingTo, linked } from './relations.ts'
import type { MayShow } from './visible.ts'

/** Of one step; a drawing shows less. */
const maxFound = 1_000

interface Asked {
  readonly running: readonly { readonly analyzer: string; readonly isLate: boolean }[]
  readonly isSupported: boolean
  /** Of the observables that it leads to, those visible to the caller. */
  readonly mayShow: MayShow
}

/** The answer about a value, from its own results and those of what it leads to. */
export async function headlineOf(
  db: Db,
  organization: string,
  wanted: Wanted,
  rows: readonly AnswerRow[],
  { running, isSupported, mayShow }: Asked,
): Promise<Headline> {
  const { subjects, edges, isCut } = await leadsTo(
    db,
    organization,
    [wanted.key],
    mayShow,
    maxReached,
  )
  const analyzers = byAnalyzers(rows)
  const names = new Set(analyzers.map(({ worker_name }) => worker_name))
  const parts = composeHeadline({
    subject: subjectOf(wanted, undefined, rows),
    graph: headlineGraph(subjects, edges),
    isCut,
    running: awaited(running, analyzers.filter(({ level }) => level !== null).length),
    asked: analyzers.length + running.filter(({ analyzer }) => !names.has(analyzer)).length,
    isSupported,
  })
  return { text: sayHeadline(parts, englishSpeech), ...parts } as Headline
}

/** For a value that is not visible to the caller. */
export function headlineOfUnknown(wanted: Wanted, isSupported: boolean): Headline {
  const parts = composeHeadline({ subject: subjectOf(wanted, undefined, []), isSupported })
  return { text: sayHeadline(parts, englishSpeech), ...parts } as Headline
}

/** Of all values of an export. */
const maxOfMany = 2_000

/** The sentence of each of several values, by its key; what one leads to may be another of them. */
export async function headlinesOfMany(
  db: Db,
  organization: string,
  given: readonly Wanted[],
  mayShow: MayShow,
  known?: ReadonlyMap<string, readonly AnswerRow[]>,
): Promise<Map<string, string>> {
  const shown = await mayShow(given)
  const seen = given.filter(({ key }) => shown.has(key))
  const answers =
    known ??
    (await answersOf(
      db,
      organization,
      seen.map(({ key }) => key),
    ))
  // Of the others nothing is known, and nothing was found in them.
  const wanted = seen.filter(({ key }) => (answers.get(key) ?? []).length > 0)
  const keys = wanted.map(({ key }) => key)
  const { subjects, edges, isCut } = await leadsTo(db, organization, keys, mayShow, maxOfMany)
  const own = wanted.map((one) => subjectOf(one, undefined, answers.get(one.key) ?? []))
  const graph = headlineGraph([...own, ...subjects], edges)
  return new Map(
    own.map((subject) => [
      subject.key,
      sayHeadline(composeHeadline({ subject, graph, isCut }), englishSpeech),
    ]),
  )
}

interface LeadsTo {
  readonly subjects: readonly HeadlineSubject[]
  readonly edges: readonly HeadlineEdge[]
  readonly isCut: boolean
}

/** Step by step, along relations on which verdicts travel. */
async function leadsTo(
  db: Db,
  organization: string,
  centers: readonly string[],
  mayShow: MayShow,
  most: number,
): Promise<LeadsTo> {
  const nodes = new Map<string, { value: NamedValue; filename: string | undefined }>()
  const edges: HeadlineEdge[] = []
  const known = new Set(centers)
  let ring: readonly string[] = centers
  let isCut = false
  for (let step = 0; step < maxSteps && ring.length > 0; step += 1) {
    const read = await fairly(ring, maxFound, (some, limit) =>
      leadingTo(db, organization, some, limit, travelKinds),
    )
    isCut ||= read.isCut
    const found = read.rows.flatMap((row) => linked(row, (key) => ({ from: row.from, to: key })))
    const shown = await mayShow(found.map(({ value }) => wantedOf(value)))
    const next = new Set<string>()
    for (const { edge, value, filename } of found) {
      const key = valueKey(value)
      if (!shown.has(key)) continue
      if (!nodes.has(key) && !known.has(key)) {
        if (nodes.size >= most) {
          isCut = true
          continue
        }
        nodes.set(key, { value, filename })
        next.add(key)
      }
      edges.push(edge)
    }
    ring = [...next]
  }
  const answers = await answersOf(db, organization, [...nodes.keys()])
  const subjects = [...nodes].map(([key, { value, filename }]) =>
    subjectOf(wantedOf(value), filename, answers.get(key) ?? []),
  )
  return { subjects, edges, isCut }
}

function subjectOf(
  wanted: Wanted,
  given: string | undefined,
  all: readonly AnswerRow[],
): HeadlineSubject {
  const { level, answered } = verdictFrom(all)
  const rows = byAnalyzers(all)
  const decision = decisionIn(all)
  const filename = given ?? all.find(({ file_name }) => file_name !== null)?.file_name
  const reasons = rows.flatMap(reasonsOf).map(plainReason)
  return {
    key: wanted.key,
    ...shownName(wanted),
    ...(wanted.isFile ? { dataType: 'file' } : {}),
    ...(filename ? { filename } : {}),
    level,
    ...(decision ? { decision } : {}),
    answered,
    reasons,
    gaps: reasons
      .filter(({ id }) => id === 'verdict.not-examined')
      .map(({ analyzer, text, parameters }) => ({
        analyzer,
        reason: String(parameters?.reason ?? text),
        ...(Number(parameters?.count) > 1 ? { count: Number(parameters?.count) } : {}),
      })),
    failures: rows
      .filter(({ failed_at, answered_at }) => failed_at !== null && failed_at > (answered_at ?? 0))
      .map(({ worker_name, error, not_applicable }) => ({
        analyzer: worker_name,
        reason: error ?? '',
        ...(not_applicable === null ? {} : { isNotApplicable: true }),
      })),
  }
}

const plainReason = ({ level, text, id, parameters, analyzer }: Reason): HeadlineReason => ({
  level,
  text,
  ...(id === undefined ? {} : { id }),
  ...(parameters === undefined ? {} : { parameters }),
  analyzer,
})

function decisionIn(rows: readonly AnswerRow[]): HeadlineDecision | undefined {
  const row = rows.find(isDecided)
  const [said] = row ? reasonsOf(row) : []
  if (!said) return undefined
  const { reason = said.text, until } = said.parameters ?? {}
  return {
    level: said.level,
    reason: String(reason),
    ...(until === undefined ? {} : { until: String(until) }),
    said: plainReason(said),
    others: byAnalyzers(rows).flatMap(({ level }) => (level === null ? [] : [verdictOf(level)])),
  }
}
