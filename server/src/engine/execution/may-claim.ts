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
    if (!isSure()) return 'the database does not answer'
    if (spool.isFull()) return 'the spool is full'
    return (await hasRoom()) ? undefined : 'there is too little space in the data folder'
  }

  return async (): Promise<boolean> => {
    const reason = await obstacle()
    if (reason !== logged) {
      if (reason === undefined) log.warn('jobs are started again')
      else log.error({ reason }, 'no jobs are started')
    }
    logged = reason
    return reason === undefined
  }
}
