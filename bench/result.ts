import type { ProgramOptions } from './program.ts'
import type { Comparison } from './statistics.ts'

export interface Aim {
  readonly atLeast?: number
  readonly atMost?: number
}

export interface Result {
  readonly name: string
  /** What is divided by what. */
  readonly what: string
  readonly unit: string
  /** Nothing where the number is only reported. */
  readonly aim?: Aim
  readonly comparison: Comparison
  /** Other numbers of the same rounds that help to understand the ratio. */
  readonly beside?: Record<string, number>
}

export interface Skipped {
  readonly name: string
  readonly skipped: string
}

/** What is compared with nothing but its aims. */
export interface Told {
  readonly name: string
  readonly what: string
  readonly numbers: Record<string, number>
  readonly aims?: Record<string, Aim>
}

export type Measured = Result | Told | Skipped

export interface BenchOptions extends ProgramOptions {
  /** A folder on the disk that is measured; each measurement makes its own inside. */
  readonly folder: string
  readonly rounds: number
  /** Of the large side of `growth`. */
  readonly rows: number
  /** How long `load` lasts. */
  readonly seconds: number
  /** The folder of another version's checkout, installed, to compare with. */
  readonly against?: string
}

export type Measurement = (options: BenchOptions) => Promise<Measured[]>

export const isMet = ({ atLeast, atMost }: Aim, ratio: number) =>
  (atLeast === undefined || ratio >= atLeast) && (atMost === undefined || ratio <= atMost)

export const wanted = (aim: Aim) =>
  aim.atLeast === undefined ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`

const verdictOn = (aim: Aim, ratio: number) =>
  `  aim ${wanted(aim)}: ${isMet(aim, ratio) ? 'met' : 'MISSED'}`

export const shown = (value: number) =>
  value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)

export const range = (values: readonly number[]) =>
  `${shown(Math.min(...values))}…${shown(Math.max(...values))}`

/** Every number with the smallest and the largest round: a wide spread says how far to trust it. */
export function describe(result: Measured): string {
  if ('skipped' in result) return `${result.name}: skipped: ${result.skipped}`
  if ('numbers' in result) return describeTold(result)
  const { name, what, unit, aim, comparison, beside = {} } = result
  const { ours, reference, ratios, ratio } = comparison
  return [
    `${name}: ${what}`,
    `  ratio      ${shown(ratio)}  (${range(ratios)})${aim === undefined ? '' : verdictOn(aim, ratio)}`,
    `  ours       ${shown(ours.median)} ${unit}  (${range(ours.rounds)})`,
    `  reference  ${shown(reference.median)} ${unit}  (${range(reference.rounds)})`,
    ...Object.entries(beside).map(([label, value]) => `  ${label}: ${shown(value)}`),
  ].join('\n')
}

function describeTold({ name, what, numbers, aims = {} }: Told): string {
  const lines = Object.entries(numbers).map(([label, value]) => {
    const aim = aims[label]
    return `  ${label}: ${shown(value)}${aim === undefined ? '' : verdictOn(aim, value)}`
  })
  return [`${name}: ${what}`, ...lines].join('\n')
}
