import { formatNumber } from '../../base/texts/index.ts'

/** The next round number, so the axis has readable numbers: 1, 2, 5, 10, 20 … */
export function roundedUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}

/** `93%`. Never rounded to all or nothing: one failure among a thousand is still a failure. */
export function percent(share: number): string {
  const isNearEdge = (share > 0.99 && share < 1) || (share > 0 && share < 0.01)
  const options = { style: 'percent', maximumFractionDigits: isNearEdge ? 1 : 0 } as const
  const shown = isNearEdge ? Math.min(0.999, Math.max(0.001, share)) : share
  return formatNumber(shown, options)
}

/** At most `most` of the indexes `0 … count - 1`, evenly spread. */
export function spreadIndexes(count: number, most: number): number[] {
  const every = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every)
}
