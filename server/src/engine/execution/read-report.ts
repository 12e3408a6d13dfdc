import { Worker } from 'node:worker_threads'
import { type Report, readReport } from '../../domain/report.ts'

/** Reading takes some 12 ms per MiB; a thread takes 50 ms to start, but nobody waits for it. */
const largeLength = 1_048_576

/** As `readReport`; a large one is read in a thread of its own, so that all others can go on. */
export async function readReportAside(...args: Parameters<typeof readReport>): Promise<Report> {
  const [output] = args
  if (output === undefined || output.length < largeLength) return readReport(...args)
  const worker = new Worker(threadUrl(import.meta.url), { execArgv: [] })
  try {
    return await new Promise<Report>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that read the report has ended')))
      worker.postMessage(args)
    })
  } finally {
    await worker.terminate()
  }
}

/** From sources the thread is a `.ts` file, in the built program a `.js` file. */
const threadUrl = (here: string) =>
  new URL(here.endsWith('.ts') ? './report-thread.ts' : './report-thread.js', here)
