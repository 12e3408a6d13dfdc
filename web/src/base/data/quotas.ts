import type { RateUnit, Worker } from '@assay/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

const day = 86_400_000

/** As the server counts: a window that moves along, a month of thirty days. */
export const windowMs: Record<RateUnit, number> = {
  Second: 1000,
  Minute: 60_000,
  Hour: 3_600_000,
  Day: day,
  Month: 30 * day,
}

export interface Quota {
  readonly worker: Worker
  readonly rate: number
  readonly unit: RateUnit
  readonly used: number
  /** When the next slot gets free, once all are taken. */
  readonly freeAt: number | undefined
}

export type RatedWorker = Worker & { rate: number; rateUnit: RateUnit }

/** Only administrators see the rates. */
export const isRated = (worker: Worker): worker is RatedWorker =>
  typeof worker.rate === 'number' && typeof worker.rateUnit === 'string'

export const quotaQuery = (worker: RatedWorker) =>
  queryOptions({
    queryKey: keyOf('quota', worker.id, worker.rate, worker.rateUnit),
    queryFn: () => readQuota(worker),
    staleTime: 5_000,
  })

/** Deleted jobs count as well, so this asks the list that holds them. */
async function readQuota(worker: RatedWorker): Promise<Quota> {
  const { id, rate, rateUnit: unit } = worker
  const since = Date.now() - windowMs[unit]
  const page = await api.listJobs({
    query: { _and: [{ workerId: id }, { _gt: { createdAt: since } }] },
    range: '0-1',
    sort: '+createdAt',
  })
  const oldest = page.rows[0]
  const isFull = page.total === rate && oldest !== undefined
  return {
    worker,
    rate,
    unit,
    used: page.total,
    freeAt: isFull ? oldest.createdAt + windowMs[unit] : undefined,
  }
}

export const shareOf = ({ used, rate }: Pick<Quota, 'used' | 'rate'>) =>
  rate === 0 ? 1 : used / rate
