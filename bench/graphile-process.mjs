// Jobs that do nothing, through graphile-worker: producers that each wait for the end of their job,
// one worker with as many at once as the program has slots.
// `node bench/graphile-process.mjs <folder with node_modules> <address of the database>`
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder, connectionString] = process.argv.slice(2)
const require = createRequire(join(folder, 'index.js'))
const { Logger, makeWorkerUtils, run } = require('graphile-worker')
const logger = new Logger(() => () => undefined)

/** Who waits for which job. */
const waiting = new Map()
let serial = 0

async function start({ slots }) {
  const taskList = {
    noop: async ({ number }) => {
      waiting.get(number)?.()
      waiting.delete(number)
    },
  }
  const shared = { connectionString, logger, maxPoolSize: 10 }
  const runner = await run({ ...shared, concurrency: slots, noHandleSignals: true, taskList })
  return { runner, utils: await makeWorkerUtils({ connectionString, logger }) }
}

let started

async function measure({ count, slots, producers }) {
  started ??= await start({ slots })
  const from = performance.now()
  let added = 0
  const produce = async () => {
    while (added < count) {
      added += 1
      serial += 1
      const number = serial
      const ended = new Promise((resolve) => waiting.set(number, resolve))
      await started.utils.addJob('noop', { number, data: `${number}.bench.example` })
      await ended
    }
  }
  await Promise.all(Array.from({ length: producers }, produce))
  return performance.now() - from
}

process.on('message', (plan) => {
  // A failure ends this process, and the waiting parent is notified.
  void measure(plan).then((ms) => process.send?.(ms))
})
process.on('disconnect', async () => {
  await started?.runner.stop()
  await started?.utils.release()
})
