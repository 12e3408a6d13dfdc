import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { answerOf } from './child.ts'

export interface QueuePlan {
  count: number
  slots: number
  producers: number
}

/** A queue in a separate process, which gets the plan and returns how long it took. */
export interface MeasuredQueue {
  /** Jobs per second. */
  rate(plan: QueuePlan): Promise<number>
  stop(): Promise<void>
}

export function startQueue(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): MeasuredQueue {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    env: { ...process.env, ...env },
  })
  return {
    async rate(plan) {
      child.send(plan)
      return (plan.count / (await answerOf<number>(child))) * 1000
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
