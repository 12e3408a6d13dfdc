import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { newFolder, startBare } from './bare.ts'
import { openDesk, startProgram, writeCatalogue } from './program.ts'
import type { Measurement } from './result.ts'
import { alternate } from './statistics.ts'

/** Every start but the first: tables exist, one analyzer is enabled, the compile cache is filled. */
export const measureStart: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'start')
  await writeCatalogue(folder)
  const first = await startProgram(options, folder)
  await openDesk(first)
  await first.stop()
  const start = async () => {
    const server = await startProgram(options, folder)
    await server.stop()
    return server.readyMs
  }
  await start()
  return [
    {
      name: 'start',
      what: 'time until the address is printed ÷ node -e 0',
      unit: 'ms',
      aim: { atMost: 6 },
      comparison: await alternate(options.rounds * 2, start, emptyNode),
    },
  ]
}

async function emptyNode(): Promise<number> {
  const started = performance.now()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return performance.now() - started
}

/** A moment after the start, before the first request. */
const settleMs = 2000

export const measureMemory: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'memory')
  await writeCatalogue(folder)
  const first = await startProgram(options, folder)
  await openDesk(first)
  await first.stop()
  const resident = async (start: () => ReturnType<typeof startProgram>) => {
    const server = await start()
    await sleep(settleMs)
    const size = await server.residentMiB()
    await server.stop()
    return size
  }
  return [
    {
      name: 'memory',
      what: 'idle resident memory ÷ bare Fastify + node:sqlite',
      unit: 'MiB',
      aim: { atMost: 1.6 },
      comparison: await alternate(
        options.rounds,
        () => resident(() => startProgram(options, folder)),
        () => resident(() => startBare('idle', folder)),
      ),
    },
  ]
}
