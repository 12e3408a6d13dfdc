import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SpawnAnswer, SpawnPlan } from './bare-spawn.ts'
import { answerOf, type Served, serveIn } from './child.ts'

const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** A bare Fastify in a separate process; `folder` is on the same disk as the program's data. */
export const startBare = (
  kind: 'answer' | 'job' | 'commit' | 'group-commit' | 'idle' | 'upload' | 'raw-upload',
  folder: string,
): Promise<Served> => serveIn([beside('./bare-process.mjs'), kind, folder])

/** Programs that a bare `spawn` starts and ends: per second, and processor time of each. */
export async function spawnRate(plan: SpawnPlan): Promise<{ rate: number; cpuMs: number }> {
  const child = fork(beside('./bare-spawn.ts'))
  child.send(plan)
  const { ms, cpuMs } = await answerOf<SpawnAnswer>(child)
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
  return { rate: (plan.count / ms) * 1000, cpuMs: cpuMs / plan.count }
}

export async function newFolder(parent: string, name: string): Promise<string> {
  await mkdir(parent, { recursive: true })
  return mkdtemp(join(parent, `${name}-`))
}
