import type { Background, Working } from './background.ts'
import type { Item } from './work.ts'

export interface Sweep {
  readonly name: string
  readonly everyMs: number
  /** A small step: writers wait for it. Answers whether there is more to do. */
  step(signal: AbortSignal): Promise<boolean>
}

/** A step may wait for an unavailable store. */
const timeoutMs = 5 * 60_000

/** Periodic work for all organizations: at once, when it is woken, and then step by step until nothing is left. */
export function startSweep(background: Background, { name, everyMs, step }: Sweep): Working {
  const item: Item = { organization: name }
  let dueAt = 0
  const { wake, stop } = background.start({
    name: 'sweeps',
    everyMs,
    limits: { atOnce: 1, perOrganization: 1, timeoutMs },
    organizations: async ({ after, without }) =>
      after === undefined && without.length === 0 && performance.now() >= dueAt ? [name] : [],
    async claim() {
      // A timer may fire a little early.
      dueAt = performance.now() + everyMs * 0.9
      return [item]
    },
    async run(_item, signal) {
      if (!(await step(signal))) return 'done'
      dueAt = 0
      return 'later'
    },
  })
  return {
    wake() {
      dueAt = 0
      wake()
    },
    stop,
  }
}
