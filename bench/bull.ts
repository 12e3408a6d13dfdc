import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { answerOf } from './child.ts'
import { installPackages } from './packages.ts'

export interface BullPlan {
  count: number
  slots: number
  producers: number
}

export interface Bull {
  /** Jobs per second. */
  rate(plan: BullPlan): Promise<number>
  stop(): Promise<void>
}

export const installBull = (folder: string) =>
  installPackages(folder, ['bullmq@6.7.0', 'ioredis@6.0.0'])

/** BullMQ and a Redis of its own; without options it has the settings that it comes with. */
export async function startBull(
  packages: string,
  folder: string,
  options: readonly string[] = [],
): Promise<Bull> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const redis = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await isReady(redis)
  const child = fork(fileURLToPath(new URL('./bull-process.mjs', import.meta.url)), [
    packages,
    String(port),
  ])
  return {
    async rate(plan) {
      child.send(plan)
      return (plan.count / (await answerOf<number>(child))) * 1000
    },
    async stop() {
      const ended = [once(child, 'exit'), once(redis, 'exit')]
      child.disconnect()
      redis.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}

async function isReady(redis: ReturnType<typeof spawn>): Promise<void> {
  await once(redis, 'spawn')
  if (!redis.stdout) throw new Error('The output of Redis is not connected')
  for await (const line of createInterface({ input: redis.stdout })) {
    if (line.includes('Ready to accept connections')) {
      redis.stdout.resume()
      return
    }
  }
  throw new Error('Redis ended before it was ready')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port is free')
  return address.port
}
