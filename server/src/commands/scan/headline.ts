import { stripVTControlCharacters } from 'node:util'
import type { Level } from '@assay/analyzers'
import { defang, detect } from '@assay/contract/detect'
import { inEnglish } from '@assay/contract/findings'
import {
  composeHeadline,
  englishSpeech,
  type HeadlineEdge,
  type HeadlineLevel,
  type HeadlineParts,
  type HeadlineSubject,
  headlineGraph,
  type Speech,
  sayHeadline,
} from '@assay/contract/headline'
import { saidIn } from '../../domain/values/said.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import { keyOf } from './observables.ts'
import { nameOf, type Scan, type ScanObservable, type ScanResult } from './results.ts'

export interface ScanHeadline extends HeadlineParts {
  readonly observable: ScanObservable
  /** In English, with evidence as it is. */
  readonly text: string
}

/** The answer about everything that was given, from the same rules as a server's. */
export function headlinesOf(scan: Scan): ScanHeadline[] {
  const named = new Map<string, Omit<ScanObservable, 'depth'>>()
  const edges: HeadlineEdge[] = []
  for (const { observable, artifacts } of scan.results) {
    named.set(keyOf(observable), observable)
    for (const artifact of artifacts) {
      // Must be reported for a file that no analyzer has seen; not for a name.
      if (artifact.dataType === 'file' && !named.has(keyOf(artifact)))
        named.set(keyOf(artifact), artifact)
      const kind = artifact.kind ?? 'found in'
      edges.push({ from: keyOf(observable), to: keyOf(artifact), kind })
    }
  }
  for (const { observable } of scan.skipped) named.set(keyOf(observable), observable)
  const results = Map.groupBy(scan.results, ({ observable }) => keyOf(observable))
  const skipped = Map.groupBy(scan.skipped, ({ observable }) => keyOf(observable))
  const subjects = new Map(
    [...named].map(([key, observable]) => [
      key,
      subjectOf(key, observable, results.get(key) ?? [], skipped.get(key) ?? []),
    ]),
  )
  const graph = headlineGraph([...subjects.values()], edges)
  const given = [...scan.results, ...scan.skipped].flatMap(({ observable }) =>
    observable.depth === 0 ? [[keyOf(observable), observable] as const] : [],
  )
  return [...new Map(given)].flatMap(([key, observable]) => {
    const subject = subjects.get(key)
    if (!subject) return []
    const isSupported = subject.answered + subject.failures.length > 0
    const parts = composeHeadline({ subject, graph, isSupported })
    return [{ observable, text: sayHeadline(parts, englishSpeech), ...parts }]
  })
}

function subjectOf(
  key: string,
  observable: Omit<ScanObservable, 'depth'>,
  results: readonly ScanResult[],
  skipped: Scan['skipped'],
): HeadlineSubject {
  const answers = results.filter(({ status }) => status === 'Success')
  const levels = answers.map(({ level }) => order.indexOf(level))
  return {
    key,
    dataType: observable.dataType,
    ...(observable.data === undefined
      ? { hash: key, filename: observable.shownAs ?? observable.filename ?? '' }
      : { data: observable.data }),
    level: answers.length === 0 ? null : levelOf(order[Math.max(0, ...levels)] ?? 'info'),
    answered: answers.length,
    reasons: answers.flatMap(reasonsOf),
    gaps: [
      ...answers.flatMap(({ analyzer, incomplete = [] }) =>
        incomplete.map((reason) => ({ analyzer, reason })),
      ),
      // One that no analyzer takes is not analyzed, which says more.
      ...(results.length === 0 ? [] : skipped.map(({ reason }) => ({ analyzer: '', reason }))),
    ],
    failures: results
      .filter(({ status }) => status === 'Failure')
      .map(({ analyzer, errorMessage = '' }) => ({ analyzer, reason: firstLine(errorMessage) })),
  }
}

const order: readonly Level[] = ['info', 'safe', 'suspicious', 'malicious']
const levelOf = (level: Level): HeadlineLevel => (level === 'info' ? 'none' : level)
const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''

/** As a server keeps them. */
function reasonsOf({ analyzer, taxonomies, full }: ScanResult) {
  const findings = (full as { findings?: unknown } | null | undefined)?.findings
  const summary = { taxonomies: taxonomies.map((one) => ({ ...one, value: String(one.value) })) }
  const said = saidIn(JSON.stringify(summary), JSON.stringify({ findings }))
  return said.reasons.map(({ rank, text, id, parameters }) => ({
    level: verdictOf(rank),
    text,
    ...(id === undefined ? {} : { id }),
    ...(parameters === undefined ? {} : { parameters }),
    analyzer,
  }))
}

const address = /(?:https?|ftp):\/\/[^\s"'<>)]+/gi
const harmless = (text: string) => text.replace(address, (found) => defang('url', found))

/** For people: nothing in it can be clicked. */
const defanged: Speech = {
  ...englishSpeech,
  plain: harmless,
  write: (value, placeholder) => {
    const { kind } = placeholder
    if (typeof value === 'number' || placeholder.forms) return inEnglish(value, placeholder)
    if (kind === 'domain' || kind === 'ip' || kind === 'mail' || kind === 'url')
      return defang(kind, value)
    return kind === 'value' ? defang(detect(value).dataType, value) : harmless(value)
  },
}

/** What was given may be a folder of a thousand files. */
const maxWhole = 10
const maxShown = 20

const speaks = ({ level, notExaminedCount, state }: ScanHeadline) =>
  level === 'malicious' || level === 'suspicious' || notExaminedCount > 0 || state !== 'noVerdict'

/** A line for each, and below it the way to what it inherits from. */
export function headlineLines(scan: Scan): string[] {
  const all = headlinesOf(scan)
  const wanted = all.length <= maxWhole ? all : all.filter(speaks)
  const left = wanted.length - maxShown
  return [
    ...wanted.slice(0, maxShown).flatMap((one) => {
      const name = shown(one.observable.dataType, nameOf(one.observable))
      const chain = one.lead?.chain ?? []
      const way = chain.map(
        ({ kind, dataType, data, filename }) =>
          `${kind} ${shown(dataType, data ?? filename ?? '')}`,
      )
      return [
        clean(`${name}: ${sayHeadline(one, defanged)}`),
        ...(chain.length > 0 ? [clean(`  ${[name, ...way].join(' → ')}`)] : []),
      ]
    }),
    ...(left > 0 ? [`and ${left} more`] : []),
  ]
}

const shown = (dataType: string, name: string) => {
  const whole = defang(dataType, name)
  return whole.length > 120 ? `${whole.slice(0, 100)}…${whole.slice(-19)}` : whole
}

const clean = (text: string) =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
