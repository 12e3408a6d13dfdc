import { type EntryType, entryTypes } from './entry.ts'
import { limits } from './limits.ts'
import type { Outcome } from './measure.ts'

export interface Row {
  readonly type: EntryType | 'all'
  readonly benign: number
  readonly flagged: number
  readonly samples: number
  readonly found: number
  /** Damaged, padded and closed inputs, and those of them that end with "nothing found". */
  readonly damaged: number
  readonly gaps: number
}

export interface Rates {
  readonly rows: readonly Row[]
  readonly all: Row
  readonly flagged: readonly Outcome[]
  readonly missed: readonly Outcome[]
  readonly gaps: readonly Outcome[]
  /** One sentence for each promise that is not kept. */
  readonly broken: readonly string[]
}

const isClean = ({ verdict }: Outcome) => verdict === 'info' || verdict === 'safe'

export function ratesOf(outcomes: readonly Outcome[]): Rates {
  const of = (kind: string) => outcomes.filter(({ entry }) => entry.kind === kind)
  const flagged = of('benign').filter(({ isFlagged }) => isFlagged)
  const missed = of('sample').filter(({ isFound }) => !isFound)
  const clean = new Set(outcomes.filter(isClean).map(({ entry }) => entry.name))
  const gaps = of('closed').filter(
    (outcome) => isClean(outcome) && !(outcome.entry.whole && clean.has(outcome.entry.whole)),
  )
  const row = (type: Row['type']): Row => {
    const count = (list: readonly Outcome[]) =>
      list.filter(({ entry }) => type === 'all' || entry.type === type).length
    return {
      type,
      benign: count(of('benign')),
      flagged: count(flagged),
      samples: count(of('sample')),
      found: count(of('sample')) - count(missed),
      damaged: count(of('closed')),
      gaps: count(gaps),
    }
  }
  const all = row('all')
  const rows = entryTypes
    .map(row)
    .filter(({ benign, samples, damaged }) => benign + samples + damaged > 0)
  const broken = [
    ...(all.flagged > all.benign * limits.flagged
      ? [
          `${all.flagged} of ${all.benign} benign inputs are flagged (${share(all.flagged, all.benign)}); the limit is ${percent(limits.flagged)}`,
        ]
      : []),
    ...(all.found < all.samples * limits.found
      ? [
          `${all.found} of ${all.samples} samples are found (${share(all.found, all.samples)}); the limit is ${percent(limits.found)}`,
        ]
      : []),
    ...(all.gaps > limits.gaps
      ? [`${all.gaps} inputs end with "nothing found" although a part of them was not examined`]
      : []),
  ]
  return { rows, all, flagged, missed, gaps, broken }
}

const percent = (part: number) => `${(part * 100).toFixed(1).replace(/\.0$/, '')} %`
const share = (part: number, whole: number) => (whole === 0 ? '-' : percent(part / whole))

export function printRates({ rows, all, flagged, missed, gaps, broken }: Rates): string {
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell, at) => (at === 0 ? String(cell).padEnd(13) : String(cell).padStart(8)))
      .join(' ')
  const cells = (row: Row) => [
    row.type,
    row.benign,
    row.flagged,
    share(row.flagged, row.benign),
    row.samples,
    row.found,
    share(row.found, row.samples),
    row.damaged,
    row.gaps,
  ]
  const list = (title: string, outcomes: readonly Outcome[]) =>
    outcomes.length === 0 ? [] : ['', title, ...outcomes.map(told)]
  return [
    line(['type', 'benign', 'flagged', 'rate', 'samples', 'found', 'rate', 'closed', 'silent']),
    ...rows.map((row) => line(cells(row))),
    line(cells(all)),
    ...list('Benign and flagged:', flagged),
    ...list('Missed, or flagged for another reason:', missed),
    ...list('Silent although a part was not examined:', gaps),
    '',
    ...(broken.length === 0 ? ['All promises are kept.'] : broken.map((reason) => `${reason}.`)),
  ].join('\n')
}

function told({ entry, verdict, reasons }: Outcome): string {
  const why = reasons.map(({ id }) => id)
  const text = `  ${entry.type} · ${entry.name.slice(0, 150)}  [${verdict}${why.length > 0 ? `: ${[...new Set(why)].join(', ')}` : ''}]`
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?')
}

export const asJson = ({ rows, all, flagged, missed, gaps, broken }: Rates): string => {
  const plain = ({ entry: { type, name }, verdict, reasons }: Outcome) => ({
    type,
    name,
    verdict,
    reasons: reasons.map(({ id, explanation }) => ({ id, explanation })),
  })
  return JSON.stringify(
    {
      all,
      rows,
      flagged: flagged.map(plain),
      missed: missed.map(plain),
      gaps: gaps.map(plain),
      broken,
    },
    null,
    2,
  )
}
