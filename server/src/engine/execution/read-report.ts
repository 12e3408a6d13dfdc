import type { Report } from '../../domain/report.ts'
import { readRedacted } from '../../domain/report-redaction.ts'
import { startThread } from '../../process/thread.ts'

/** Reading takes some 12 ms per MiB; a thread takes 50 ms to start, but blocks nothing. */
const largeLength = 1_048_576
/** Texts that are looked for at once at no further cost. */
const fewTexts = 64
/** Each holds the report twice. */
const maxThreads = 2
const deadlineMs = 60_000

let running = 0
const waiting: (() => void)[] = []

/** As `readRedacted`; a large one is read in a separate thread, so everything else continues. */
export async function readReportAside(...args: Parameters<typeof readRedacted>): Promise<Report> {
  const [output = '', { tail }, , { inFailures }] = args
  const cost = (output.length + tail.length) * Math.ceil((inFailures.length + 1) / fewTexts)
  if (cost < largeLength) return readRedacted(...args)
  await turn()
  try {
    return await readInThread(args)
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function turn(): Promise<void> {
  if (running >= maxThreads) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
}

async function readInThread(args: Parameters<typeof readRedacted>): Promise<Report> {
  const worker = startThread(import.meta.url, 'report-thread')
  let limit: NodeJS.Timeout | undefined
  try {
    return await new Promise<Report>((resolve, reject) => {
      limit = setTimeout(() => resolve(tooSlow), deadlineMs)
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The report reader thread exited')))
      worker.postMessage(args)
    })
  } finally {
    clearTimeout(limit)
    await worker.terminate()
  }
}

const tooSlow: Report = {
  status: 'Failure',
  message: `Reading the report timed out after ${deadlineMs / 1000} seconds`,
}
