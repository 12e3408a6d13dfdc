import { stripVTControlCharacters, styleText } from 'node:util'
import { type Level, levels } from '@assay/analyzers'
import { withoutPrefix } from '@assay/contract/builtin-name'
import { defang } from '@assay/contract/detect'
import { headlineLines, headlinesOf } from './headline.ts'
import {
  exitCodeOf,
  gapsOf,
  nameOf,
  reasonsOf,
  type Scan,
  type ScanObservable,
  type ScanResult,
  verdictOf,
  wholeNameOf,
} from './results.ts'

export interface Terminal {
  /** Of the window; unlimited when the output is a file or a pipe. */
  readonly columns: number
  readonly hasColors: boolean
}

const hasGap = ({ status, incomplete = [] }: ScanResult) =>
  status === 'Failure' || incomplete.length > 0

const standsOut = ({ level }: ScanResult) => level === 'suspicious' || level === 'malicious'

/**
 * Of what was found inside, only what matters: a mail may hold a hundred links. Of what was given,
 * every analyzer that has something to say, or one of them if none has.
 */
function shownOf({ results }: Scan): ScanResult[] {
  const speaks = (result: ScanResult) => result.status === 'Failure' || result.taxonomies.length > 0
  const spoken = new Set(results.filter(speaks).map(({ observable }) => observable))
  return results.filter((result, at) => {
    const { observable } = result
    if (observable.depth > 0) return standsOut(result) || hasGap(result)
    if (spoken.has(observable)) return speaks(result)
    return results.findIndex((other) => other.observable === observable) === at
  })
}

/** Nothing in it can be clicked, and nothing in it can move the cursor. */
const shownName = (observable: ScanObservable) => {
  const name = clean(defang(observable.dataType, nameOf(observable)))
  return observable.foundIn === undefined ? name : `${clean(observable.foundIn)} › ${name}`
}

const clean = (text: string) =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')

/** What matters most comes first, because the line may be cut: why it is judged so, then badges. */
function findingsOf(result: ScanResult): string {
  const { taxonomies, errorMessage, incomplete = [] } = result
  if (errorMessage !== undefined) return `failed: ${errorMessage.split('\n', 1)[0]}`
  const reasons = reasonsOf(result)
  const badges = taxonomies
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level))
    // A sentence says more than the badge of the same finding.
    .filter(({ level }) => reasons.length === 0 || level === 'info' || level === 'safe')
    .map(({ predicate, value }) => `${predicate}: ${value}`)
  const gaps = incomplete.slice(0, 3).map((reason) => `not examined: ${reason}`)
  return [...reasons.map(withoutLinks), ...badges, ...gaps].join('; ')
}

/** Sentences contain evidence, too. */
const withoutLinks = (text: string) =>
  text.replace(/\b(?:https?|ftp):\/\/[^\s"“”<>]+/gi, (address) => defang('url', address))

const colors: Readonly<Record<Level, 'gray' | 'green' | 'yellow' | 'red'>> = {
  info: 'gray',
  safe: 'green',
  suspicious: 'yellow',
  malicious: 'red',
}

const maxNameWidth = 60

export function printTable(scan: Scan, { columns, hasColors }: Terminal): string {
  const rows = shownOf(scan).map((result) => ({
    result,
    cells: [
      shortenInside(shownName(result.observable), maxNameWidth),
      withoutPrefix(clean(result.analyzer)),
      result.status === 'Failure' ? '-' : result.level,
    ] as const,
  }))
  const head = ['OBSERVABLE', 'ANALYZER', 'LEVEL'] as const
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map(({ cells }) => (cells[at] ?? '').length)),
  )
  const before = widths.reduce((sum, width) => sum + width + 2, 0)
  const line = (cells: readonly string[], rest: string) =>
    cells.map((cell, at) => cell.padEnd((widths[at] ?? 0) + 2)).join('') + rest
  const room = Math.max(20, columns - before)
  let last: ScanObservable | undefined
  const lines = rows.map(({ result, cells }) => {
    const name = result.observable === last ? '' : cells[0]
    last = result.observable
    const text = line([name, cells[1], cells[2]], shorten(clean(findingsOf(result)), room))
    return hasColors ? styleText(colors[result.level], text, { validateStream: false }) : text
  })
  const table = lines.length === 0 ? [] : [line(head, 'FINDINGS'), ...lines, '']
  return [...table, ...notes(scan), summary(scan)].join('\n')
}

const shorten = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, width - 1)}…`

/**
 * The end of a path says more than its middle: the file name, the archive entry, the host of a
 * link.
 */
const shortenInside = (text: string, width: number) =>
  text.length <= width ? text : `${text.slice(0, 15)}…${text.slice(-(width - 16))}`

function notes({ results, skipped, notRun = [] }: Scan): string[] {
  const inside = results.filter(({ observable }) => observable.depth > 0)
  const hidden = new Set(
    inside
      .filter((result) => !standsOut(result) && !hasGap(result))
      .map(({ observable }) => wholeNameOf(observable)),
  )
  return [
    ...skipped.map(({ observable, reason }) => `${shownName(observable)}: ${reason}`),
    ...notRun.map((reason) => `Not run: ${reason}.`),
    ...(hidden.size > 0
      ? [
          `${hidden.size} nested ${hidden.size === 1 ? 'observable' : 'observables'}: nothing found.`,
        ]
      : []),
  ]
}

function summary(scan: Scan): string {
  const failed = scan.results.filter(({ status }) => status === 'Failure').length
  const count = scan.results.length
  const counts = `${count} ${count === 1 ? 'analysis' : 'analyses'} in ${(scan.ms / 1000).toFixed(1)} s`
  return `Verdict: ${verdictText(scan)} (${counts}${failed > 0 ? `, ${failed} failed` : ''})`
}

/** "Nothing found" is what can be said honestly: no analyzer proves that something is good. */
function verdictText(scan: Scan): string {
  const verdict = verdictOf(scan)
  const gaps = gapsOf(scan).length
  if (verdict === 'incomplete' && isNotAnalyzed(scan))
    return 'not analyzed (no analyzer here gives a verdict)'
  if (verdict === 'incomplete') return 'incomplete (some content could not be examined)'
  if (verdict === 'malicious' || verdict === 'suspicious')
    return gaps === 0 ? verdict : `${verdict}, incomplete`
  return 'nothing found'
}

/** All inputs are unsupported or without a verdict. */
function isNotAnalyzed({ results, skipped }: Scan): boolean {
  const unjudged = new Set(skipped.map(({ observable }) => observable))
  const given = results.filter(({ observable }) => observable.depth === 0)
  return (
    skipped.length > 0 &&
    given.every(({ observable, status }) => status === 'Success' && unjudged.has(observable))
  )
}

export function printMarkdown(scan: Scan): string {
  const cell = (text: string) => clean(text).replaceAll('|', '\\|').replace(/[`<>]/g, '')
  const rows = shownOf(scan).map((result) =>
    [
      '',
      `\`${cell(shownName(result.observable))}\``,
      cell(result.analyzer),
      result.status === 'Failure' ? '-' : result.level,
      cell(findingsOf(result)),
      '',
    ]
      .join(' | ')
      .trim(),
  )
  return [
    `**${summary(scan)}**`,
    '',
    ...headlineLines(scan).flatMap((line) => [cell(line), '']),
    '| Observable | Analyzer | Level | Findings |',
    '|---|---|---|---|',
    ...rows,
    ...notes(scan).flatMap((note) => ['', cell(note)]),
  ].join('\n')
}

export const printJson = (scan: Scan): string =>
  JSON.stringify(
    {
      verdict: verdictOf(scan),
      exitCode: exitCodeOf(scan),
      headlines: headlinesOf(scan).map(({ observable, ...headline }) => ({
        ...identity(observable),
        ...headline,
      })),
      incomplete: gapsOf(scan).map(({ observable, ...gap }) => ({
        ...identity(observable),
        ...gap,
      })),
      notRun: scan.notRun ?? [],
      ms: Math.round(scan.ms),
      skipped: scan.skipped.map(({ observable, reason }) => ({
        ...identity(observable),
        reason,
      })),
      results: scan.results.map(({ observable, artifacts, ...result }) => ({
        ...identity(observable),
        reasons: reasonsOf({ observable, artifacts, ...result }),
        ...result,
        artifacts: artifacts.map(({ path: _, passwords: __, ...artifact }) => artifact),
      })),
    },
    null,
    2,
  )

/** `path` as it was typed, or the path inside its archive: two files may have one name. */
const identity = (observable: ScanObservable) => ({
  dataType: observable.dataType,
  ...(observable.data === undefined
    ? { filename: observable.filename, path: nameOf(observable) }
    : { data: observable.data }),
  ...(observable.foundIn === undefined ? {} : { foundIn: observable.foundIn }),
})
