// Jobs that do nothing, through BullMQ: added by as many producers as the program has connections,
// processed by one worker with as many at once as the program has slots.
// `node bench/bull-process.mjs <folder with node_modules> <port of Redis>`, in a separate process.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder, port] = process.argv.slice(2)
const { Queue, Worker } = createRequire(join(folder, 'index.js'))('bullmq')
const connection = { host: '127.0.0.1', port: Number(port) }
const report = { success: true, summary: { taxonomies: [] }, full: {}, artifacts: [] }

async function run({ count, slots, producers }) {
  const queue = new Queue('noop', { connection })
  const worker = new Worker('noop', async () => report, { connection, concurrency: slots })
  await worker.waitUntilReady()
  const all = Promise.withResolvers()
  let ended = 0
  worker.on('completed', () => {
    ended += 1
    if (ended === count) all.resolve()
  })
  const started = performance.now()
  let added = 0
  const produce = async () => {
    while (added < count) {
      added += 1
      const data = `${added}.bench.example`
      await queue.add('noop', { data, dataType: 'domain', tlp: 2, pap: 2, message: '' })
    }
  }
  await Promise.all([all.promise, ...Array.from({ length: producers }, produce)])
  const ms = performance.now() - started
  await worker.close()
  await queue.obliterate({ force: true })
  await queue.close()
  return ms
}

process.on('message', (plan) => {
  // A failure ends this process, and the waiting parent is notified.
  void run(plan).then((ms) => process.send?.(ms))
})
