import { parentPort } from 'node:worker_threads'
import { readReport } from '../../domain/report.ts'

parentPort?.once('message', (args: Parameters<typeof readReport>) =>
  parentPort?.postMessage(readReport(...args)),
)
