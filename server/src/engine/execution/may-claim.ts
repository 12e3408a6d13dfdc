import { statfs } from 'node:fs/promises'
import type { EngineDeps } from '../deps.ts'
import type { Spool } from './spool.ts'

/** The disk is asked at most this often. */
const knownMs = 1_000

interface Parts {
  readonly dataFolder: string
  readonly spool: Spool
  /** Whether the database has heard of us lately. */
  isSure(): boolean
}

/** Whether this process may take jobs: what it could not bring home it must not begin. */
export function makeMayClaim({ config, log }: EngineDeps, { dataFolder, spool, isSure }: Parts) {
  const { minFreeBytes } = config.job
  let logged: string | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let isLow = false

  const hasRoom = async () => {
    if (performance.now() - askedAt < knownMs) return !isLow
    askedAt = performance.now()
    const disk = await statfs(dataFolder).catch(() => undefined)
    // Of a disk that cannot be asked nothing bad is assumed.
    isLow = disk !== undefined && disk.bavail * disk.bsize < minFreeBytes
    return !isLow
  }
  const obstacle = async (): Promise<string | undefined> => {
    if (!isSure()) return 'database unavailable'
    if (spool.isFull()) return 'spool full'
    return (await hasRoom())
      ? undefined
      : `low disk space in the data folder: less than ${Math.round(minFreeBytes / 1024 ** 2)} MiB free (job.minFree)`
  }

  return async (): Promise<boolean> => {
    const reason = await obstacle()
    if (reason !== logged) {
      if (reason === undefined) log.warn('job execution resumed')
      else log.error({ reason }, 'job execution paused')
    }
    logged = reason
    return reason === undefined
  }
}
