import { parentPort } from 'node:worker_threads'
import { compareBodies } from './compare-bodies.ts'

parentPort?.once('message', (args: Parameters<typeof compareBodies>) =>
  parentPort?.postMessage(compareBodies(...args)),
)
