import type { Item, Work } from './work.ts'

export interface Sweep {
  /** What is swept, for the log. */
  readonly name: string
  readonly everyMs: number
  /** A small step: writers and other sweeps wait for it. Answers whether there is more to do. */
  step(signal: AbortSignal): Promise<boolean>
}

/** A step of removing old rows and files may wait for a store that is away. */
const timeoutMs = 5 * 60_000

/** What has to be done every so often for everybody, at once and then step by step until nothing is left. */
export function sweep({ name, everyMs, step }: Sweep): Work {
  let dueAt = 0
  const item: Item = { organization: name }
  return {
    name: 'sweeps',
    everyMs,
    limits: { atOnce: 1, perOrganization: 1, timeoutMs },
    organizations: async ({ after, upTo }) =>
      performance.now() >= dueAt && isWithin(name, after, upTo) ? [name] : [],
    claim: async () => {
      dueAt = performance.now() + everyMs - earlyMs
      return [item]
    },
    async run(_item, signal) {
      const isMore = await step(signal)
      if (isMore) dueAt = 0
      return isMore ? 'later' : 'done'
    },
  }
}

/** A timer may fire a little early. */
const earlyMs = 20

const isWithin = (name: string, after: string | undefined, upTo: string | undefined) =>
  (after === undefined || name > after) && (upTo === undefined || name <= upTo)
