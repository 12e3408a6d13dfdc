import { storageTrouble } from '../../domain/storage-trouble.ts'
import type { Run } from '../queue/queue.ts'
import { type FinishedRun, type SettleDeps, settle } from './settle.ts'
import { openSpoolFiles } from './spool-files.ts'

/**
 * Results of runs that could not be stored immediately, on this machine's disk until the database
 * accepts them. A job whose result waits here longer than its lease may be run again by another
 * process; then the database refuses this one.
 */
export interface Spool {
  /** When it resolves, the end survives the process. */
  keep(ended: FinishedRun): Promise<void>
  /** Those whose end waits here. */
  runs(): Run[]
  isFull(): boolean
  /** Sends what can be sent now. Never rejects. */
  send(): Promise<void>
  stop(): Promise<void>
}

export interface SpoolOptions {
  readonly folder: string
  readonly limitBytes: number
  readonly everyMs?: number
}

interface Waiting {
  readonly bytes: number
  readonly run: Run
  /** Tries that failed for a reason which is neither the data's nor an outage. */
  failures: number
  notBefore: number
}

/** As `nameOf` makes them; a job id may have `-` in it. */
const fileName = /^(.+)-(\d+)\.json$/
const format = 1
/** Whatever the reason is, it is not going to pass. */
const maxFailures = 20
const longestPauseMs = 30_000

export async function openSpool(
  deps: SettleDeps,
  { folder, limitBytes, everyMs = 1_000 }: SpoolOptions,
): Promise<Spool> {
  const { log } = deps
  const files = await openSpoolFiles(folder)
  const waiting = new Map<string, Waiting>()
  let sending: Promise<void> | undefined
  let isStopped = false

  const add = (name: string, bytes: number) => {
    const [, id = '', run = '0'] = fileName.exec(name) ?? []
    waiting.set(name, { bytes, run: { id, run: Number(run) }, failures: 0, notBefore: 0 })
  }
  for (const { name, bytes } of await files.list()) add(name, bytes)
  if (waiting.size > 0) log.warn({ count: waiting.size }, 'job results are queued in the spool')

  const setAside = async (name: string, err: unknown) => {
    waiting.delete(name)
    log.error({ err, file: name }, 'cannot store a spooled job result; kept as .broken')
    await files
      .setAside(name)
      .catch((error: unknown) =>
        log.error({ err: error, file: name }, 'failed to move a spooled job result'),
      )
  }

  /** False when the database is in trouble: then others need not try now. */
  const sendOne = async (name: string, entry: Waiting): Promise<boolean> => {
    try {
      const content = await files.read(name)
      if (content !== undefined) await settle(deps, readEnded(content))
      await files.remove(name)
      waiting.delete(name)
      return true
    } catch (err) {
      // guard: server/test/outage/spool.test.ts
      if (err instanceof BrokenFile) {
        await setAside(name, err)
        return true
      }
      const trouble = storageTrouble(err)
      if (trouble !== undefined && trouble !== 'data') {
        log.warn({ err }, 'failed to flush the spool')
        return false
      }
      entry.failures += 1
      if (trouble === 'data' || entry.failures >= maxFailures) {
        await setAside(name, err)
        return true
      }
      log.error({ err, file: name }, 'failed to store a spooled job result')
      const pauseMs = Math.min(longestPauseMs, 500 * 2 ** entry.failures)
      entry.notBefore = performance.now() + pauseMs
      return true
    }
  }

  const sendAll = async () => {
    const before = waiting.size
    for (const [name, entry] of [...waiting]) {
      if (isStopped) return
      if (entry.notBefore > performance.now()) continue
      if (!(await sendOne(name, entry))) break
    }
    const sent = before - waiting.size
    if (sent > 0) log.info({ sent, left: waiting.size }, 'stored spooled job results')
  }

  const send = () => {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  const timer = setInterval(() => {
    if (waiting.size > 0) void send()
  }, everyMs)

  return {
    async keep(ended) {
      const name = nameOf(ended)
      add(name, await files.write(name, JSON.stringify({ format, ...ended })))
    },
    runs: () => [...waiting.values()].map(({ run }) => run),
    // guard (open = false): server/test/outage/spool.test.ts
    isFull: () => [...waiting.values()].reduce((sum, { bytes }) => sum + bytes, 0) >= limitBytes,
    send,
    async stop() {
      clearInterval(timer)
      if (waiting.size > 0) await send()
      isStopped = true
      await sending
    },
  }
}

const nameOf = ({ job }: FinishedRun) => `${job.id}-${job.run}.json`

class BrokenFile extends Error {}

function readEnded(content: string): FinishedRun {
  const ended = parsed(content)
  const { job, end } = ended
  if (
    ended.format === format &&
    typeof job?.id === 'string' &&
    typeof job.organization === 'string' &&
    typeof job.created_by === 'string' &&
    typeof job.run === 'number' &&
    (end?.status === 'Success' || end?.status === 'Failure')
  )
    return { job, end }
  throw new BrokenFile('Not a job result')
}

function parsed(content: string): Partial<FinishedRun> & { format?: unknown } {
  try {
    return JSON.parse(content) ?? {}
  } catch (cause) {
    throw new BrokenFile('Not valid JSON', { cause })
  }
}
