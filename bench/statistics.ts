export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

export interface Side {
  /** In the unit of the measurement, one per round. */
  readonly rounds: readonly number[]
  readonly median: number
}

export interface Comparison {
  readonly ours: Side
  readonly reference: Side
  /** One per round: both sides of it were measured in the same few seconds. */
  readonly ratios: readonly number[]
  readonly ratio: number
}

const sideOf = (rounds: readonly number[]): Side => ({ rounds, median: median(rounds) })

export function compare(ours: readonly number[], reference: readonly number[]): Comparison {
  const ratios = ours.map((value, round) => value / (reference[round] ?? Number.NaN))
  return { ours: sideOf(ours), reference: sideOf(reference), ratios, ratio: median(ratios) }
}

/**
 * Ours, the other, ours, the other …: what else the machine does then hits both sides, and a round
 * in which it hit only one is thrown out by the median.
 */
export async function alternate(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<Comparison> {
  const measured = { ours: [] as number[], reference: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await ours())
    measured.reference.push(await reference())
  }
  return compare(measured.ours, measured.reference)
}
