import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { answerOf } from './child.ts'
import type { Load, Plan } from './load-process.ts'

export type { Load, Plan } from './load-process.ts'

export interface Loader {
  run(plan: Plan): Promise<Load>
  /** Requests per second. */
  rate(plan: Plan): Promise<number>
  stop(): Promise<void>
}

/** One for the whole run: its compiled code is warm for both sides. */
export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL('./load-process.ts', import.meta.url)))
  const run = async (plan: Plan): Promise<Load> => {
    child.send(plan)
    const { load, error } = await answerOf<{ load?: Load; error?: string }>(child)
    if (!load) throw new Error(`${plan.method ?? 'GET'} ${plan.paths[0]}: ${error}`)
    return load
  }
  return {
    run,
    async rate(plan) {
      const { answered, ms } = await run(plan)
      return (answered / ms) * 1000
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
