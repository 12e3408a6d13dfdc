import { isMet, type Measured, range, shown, wanted } from './result.ts'

const heads = ['name', 'ours', 'reference', 'ratio', 'aim', ''] as const

/** Everything that was measured as one table, in Markdown, for `docs/performance.md`. */
export function tableOf(results: readonly Measured[]): string {
  const rows = results.flatMap(rowsOf)
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

function rowsOf(result: Measured): string[][] {
  if ('skipped' in result) return [[result.name, '', '', '', '', `skipped: ${result.skipped}`]]
  if ('numbers' in result)
    return Object.entries(result.numbers).map(([label, value]) => {
      const aim = result.aims?.[label]
      return [`${result.name}: ${label}`, shown(value), '', '', ...verdict(aim, value)]
    })
  const { name, unit, aim, comparison } = result
  const { ours, reference, ratio, ratios } = comparison
  return [
    [
      name,
      `${shown(ours.median)} ${unit}`,
      shown(reference.median),
      `${shown(ratio)} (${range(ratios)})`,
      ...verdict(aim, ratio),
    ],
  ]
}

const verdict = (aim: Parameters<typeof wanted>[0] | undefined, value: number) =>
  aim === undefined ? ['', ''] : [wanted(aim), isMet(aim, value) ? 'met' : 'missed']
