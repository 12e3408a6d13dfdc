/** Which of `count` sorted numbers, from 1, is the smallest that at least this percentage does not exceed. */
export const rankOf = (percent: number, count: number): number =>
  Math.max(1, Math.floor((count * percent + 99) / 100))

export const quantileOf = (values: readonly number[], percent: number): number | undefined =>
  values.toSorted((a, b) => a - b)[rankOf(percent, values.length) - 1]

interface Flow {
  readonly from: number
  readonly received: number
  readonly handled: number
}

/**
 * How many waited at the end of each piece, counted backward from those that wait now: so what was received before
 * the period need not be read. `since` is what came and went after its end.
 */
export function waitingAfter(
  flows: readonly Flow[],
  waitingNow: number,
  since: Omit<Flow, 'from'>,
  now: number,
): (number | undefined)[] {
  let waiting = waitingNow - since.received + since.handled
  const counted: (number | undefined)[] = []
  for (const { from, received, handled } of flows.toReversed()) {
    // Older servers of a cluster store no time, so what is known of an alert may contradict itself.
    counted.unshift(from > now ? undefined : Math.max(0, waiting))
    waiting += handled - received
  }
  return counted
}
