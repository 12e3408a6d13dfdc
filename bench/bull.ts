import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { freePort } from '../server/test/free-port.ts'
import { type MeasuredQueue, startQueue } from './measured-queue.ts'
import { installPackages } from './packages.ts'

export const installBull = (folder: string) =>
  installPackages(folder, ['bullmq@6.7.0', 'ioredis@6.0.0'])

/** BullMQ and a separate Redis; without options it uses the default settings. */
export async function startBull(
  packages: string,
  folder: string,
  options: readonly string[] = [],
): Promise<MeasuredQueue> {
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const redis = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, ...options],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await isReady(redis)
  const queue = startQueue('./bull-process.mjs', [packages, String(port)])
  return {
    rate: queue.rate,
    async stop() {
      await queue.stop()
      const ended = once(redis, 'exit')
      redis.kill('SIGTERM')
      await ended
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
