import { ApiError, type Job } from '@assay/contract'
import { useSyncExternalStore } from 'react'
import { shortTime } from '../model/times.ts'
import { problemOf, ThrottledError } from '../problem.ts'
import { text } from '../texts/index.ts'
import { type Grid, gridOfJobs } from './batch.ts'
import { createSender, type Refused, type Sender } from './sender.ts'
import { rememberJobs } from './session-jobs.ts'

/** A run of observables against analyzers. It goes on while other screens are shown. */
export interface Batch extends Omit<Grid, 'items'> {
  readonly id: number
  /** Who started or opened it: the next person at this browser does not see it. */
  readonly owner: string
  readonly sender: Sender
  /** Every id it ever had, also of jobs that were run again since. */
  readonly everyId: ReadonlySet<string>
  /** Ids of the address that the server does not know, or that were deleted. */
  readonly missing: number
  /** It was opened from its address: what was never sent then is not part of it. */
  readonly isReopened: boolean
  /** When something was sent last; polls are eager after that. */
  lastSentAt: number
}

let batches: readonly Batch[] = []
let nextId = 1
let version = 0
let isTellingDue = false
const listeners = new Set<() => void>()

/** Older ones can be opened again from their addresses. */
const maxBatches = 20

/** Six answers a moment need not be six drawings of the matrix. */
const pauseMs = 120

function changed() {
  if (isTellingDue) return
  isTellingDue = true
  setTimeout(() => {
    isTellingDue = false
    version += 1
    for (const listener of listeners) listener()
    followGuard()
  }, pauseMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const startBatch = (grid: Grid, owner: string) => open(grid, owner, {})

export function openBatch(jobs: readonly Job[], askedIds: readonly string[], owner: string): Batch {
  const place = new Map(askedIds.map((id, index) => [id, index]))
  const inOrder = jobs.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  const { jobs: known, ...grid } = gridOfJobs(inOrder)
  return open(grid, owner, { known, askedIds, missing: askedIds.length - jobs.length })
}

interface Reopened {
  known?: ReadonlyMap<string, Job>
  askedIds?: readonly string[]
  missing?: number
}

function open(grid: Grid, owner: string, { known, askedIds = [], missing = 0 }: Reopened): Batch {
  const everyId = new Set(askedIds)
  const { items, ...shape } = grid
  const sender = createSender({
    items,
    explain,
    onChange: changed,
    onJob: (job) => {
      everyId.add(job.id)
      batch.lastSentAt = Date.now()
      rememberJobs([job])
    },
    ...(known ? { jobs: known } : {}),
  })
  const batch: Batch = {
    ...shape,
    id: nextId,
    owner,
    sender,
    everyId,
    missing,
    isReopened: known !== undefined,
    lastSentAt: Date.now(),
  }
  nextId += 1
  batches = [
    batch,
    ...batches.filter((other, index) => index < maxBatches || other.sender.isBusy()),
  ]
  sender.start()
  return batch
}

/** The batch that an address speaks of; without ids the newest. */
export const findBatch = (ids: readonly string[], owner: string): Batch | undefined =>
  batches.find((batch) => batch.owner === owner && ids.every((id) => batch.everyId.has(id)))

export const sendingBatch = (owner: string) =>
  batches.find((batch) => batch.owner === owner && batch.sender.isBusy())

/** Draws again whenever something moved in any batch. */
export const useBatchVersion = () => useSyncExternalStore(subscribe, () => version)

function explain(error: unknown): Refused {
  const { message, waitUntil } = problemOf(error)
  if (error instanceof ThrottledError)
    return { message: untilWhen(message, waitUntil), kind: 'quota' }
  return { message, kind: error instanceof ApiError ? 'other' : 'unreachable' }
}

/** First the time: it is what one acts on, and the end of a long message may be cut. */
const untilWhen = (message: string, at: number | undefined) =>
  at === undefined
    ? message
    : text('analysis.freeAgain', { time: shortTime(at, Date.now()), message })

/** What has not been sent is lost when the tab closes. */
const guard = (event: BeforeUnloadEvent) => event.preventDefault()

function followGuard() {
  if (batches.some(({ sender }) => sender.isBusy())) addEventListener('beforeunload', guard)
  else removeEventListener('beforeunload', guard)
}
