import { ApiError, type Job } from '@assay/contract'
import { useSyncExternalStore } from 'react'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { shortTime } from '../../base/model/times.ts'
import { problemOf, ThrottledError } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { rememberJobs } from '../../shared/jobs/session-jobs.ts'
import { createSender, type Refused, type Sendable, type Sender } from './sender.ts'

/** Values on their way to analyzers, for an investigation. Continues while other screens are shown. */
export interface Sending {
  readonly id: number
  readonly investigationId: string
  /** Who started it: the next person at this browser does not see it. */
  readonly owner: string
  readonly sender: Sender
}

let sendings: readonly Sending[] = []
let nextId = 1
let version = 0
let isNotifyDue = false
const listeners = new Set<() => void>()
const maxKept = 20
/** Six answers a moment need not be six drawings of the page. */
const pauseMs = 120

function changed() {
  if (isNotifyDue) return
  isNotifyDue = true
  setTimeout(() => {
    isNotifyDue = false
    version += 1
    for (const listener of listeners) listener()
    followGuard()
  }, pauseMs)
}

export function sendInto(
  investigationId: string,
  owner: string,
  items: readonly Sendable[],
): Sending {
  const sender = createSender({
    items,
    explain,
    onChange: changed,
    onJob: (job) => {
      rememberJobs([job])
      attach(investigationId, job, () => sender.stop())
    },
  })
  const sending = { id: nextId, investigationId, owner, sender }
  nextId += 1
  sendings = [
    sending,
    ...sendings.filter((other, index) => index < maxKept || other.sender.isBusy()),
  ]
  sender.start()
  return sending
}

export const sendingsOf = (investigationId: string, owner: string): readonly Sending[] =>
  sendings.filter((one) => one.owner === owner && one.investigationId === investigationId)

/** The one that still has something to send. */
export const sendingNow = (owner: string) =>
  sendings.find((one) => one.owner === owner && one.sender.isBusy())

/** Draws again whenever something moved in any of them. */
export const useSendingVersion = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => version,
  )

interface Attaching {
  readonly ids: string[]
  timer: ReturnType<typeof setTimeout> | undefined
  /** What to do when the investigation is gone. */
  giveUp: () => void
}

const attaching = new Map<string, Attaching>()
/** Jobs come one by one; the investigation is notified in batches. */
const gatherMs = 300
const retryMs = 3000
const maxTold = 500

function attach(investigationId: string, { id }: Job, giveUp: () => void) {
  const known = attaching.get(investigationId) ?? { ids: [], timer: undefined, giveUp }
  known.ids.push(id)
  known.giveUp = giveUp
  attaching.set(investigationId, known)
  known.timer ??= setTimeout(() => void tell(investigationId, known), gatherMs)
}

async function tell(investigationId: string, known: Attaching): Promise<void> {
  const ids = known.ids.splice(0, maxTold)
  let pause = gatherMs
  try {
    await api.addToInvestigation({ id: investigationId }, { jobIds: ids })
    await readAgain(keyOf('investigation', investigationId))
  } catch (error) {
    const isLost = error instanceof ApiError && error.status < 500
    if (isLost) {
      known.giveUp()
      showToast({ kind: 'error', message: problemOf(error).message })
    } else {
      // No response: the jobs run all the same, so they are reported later.
      known.ids.unshift(...ids)
      pause = retryMs
    }
  }
  known.timer =
    known.ids.length > 0 ? setTimeout(() => void tell(investigationId, known), pause) : undefined
  if (known.timer === undefined) attaching.delete(investigationId)
  changed()
}

function explain(error: unknown): Refused {
  const { message, waitUntil } = problemOf(error)
  if (error instanceof ThrottledError)
    return { message: untilWhen(message, waitUntil), kind: 'quota' }
  return { message, kind: error instanceof ApiError ? 'other' : 'unreachable' }
}

/** First the time: it is what matters, and the end of a long message may be cut. */
const untilWhen = (message: string, at: number | undefined) =>
  at === undefined
    ? message
    : text('analysis.freeAgain', { time: shortTime(at, Date.now()), message })

/** What has not been sent is lost when the tab closes. */
const guard = (event: BeforeUnloadEvent) => event.preventDefault()

function followGuard() {
  if (attaching.size > 0 || sendings.some(({ sender }) => sender.isBusy()))
    addEventListener('beforeunload', guard)
  else removeEventListener('beforeunload', guard)
}
