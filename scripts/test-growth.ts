// Tests that promise a limit of work compare it with the same work on less, measured in the same run:
// seconds say how busy the machine is. Processor time, because the clock counts waiting, too.

interface CpuUsage {
  readonly user: number
  readonly system: number
}
/** The contract, whose tests use this, is checked without the types of Node. */
declare const process: { cpuUsage(before?: CpuUsage): CpuUsage }

/** Four times the input costs four times the work where it is linear, and 16 times where it is quadratic. */
export const nearlyLinear = 10
/** Of 16 and 64: for work on so few things that its square is nothing. */
export const nearlyQuadratic = 32

/** Before this the code is not compiled yet, and caches are empty. */
const warmUps = 2
const rounds = 5
/** Less is not measurable: work that costs less than this on the small input counts as this much. */
const shortestMs = 1
/** Surely no square: further rounds would say the same. */
const surelyLinear = 6

/**
 * How many times as much the work costs for four times the input, best of some rounds each. The input
 * is as large as it has to be for the work on it to take some milliseconds; making it is not counted.
 */
export async function growth<Input>(
  inputOf: (times: 1 | 4) => Input,
  work: (input: Input) => unknown,
): Promise<number> {
  const costOf = async (times: 1 | 4) => {
    const input = inputOf(times)
    const before = process.cpuUsage()
    await work(input)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
  for (let round = 0; round < warmUps; round += 1) await costOf(1)
  let [small, large] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round += 1) {
    small = Math.min(small, await costOf(1))
    large = Math.min(large, await costOf(4))
    if (round > 0 && large / Math.max(small, shortestMs) < surelyLinear) break
  }
  return large / Math.max(small, shortestMs)
}
