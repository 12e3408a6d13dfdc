import { parentPort } from 'node:worker_threads'
import { readRedacted } from '../../domain/report-redaction.ts'

parentPort?.once('message', (args: Parameters<typeof readRedacted>) =>
  parentPort?.postMessage(readRedacted(...args)),
)
