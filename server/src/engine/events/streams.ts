import { randomInt } from 'node:crypto'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { EngineDeps } from '../deps.ts'
import { startRecorder } from './recorder.ts'
import { insertStream, moveStream, readEvents, type StreamEvent, touchStream } from './store.ts'

const longestWaitMs = 60_000
/** After the first event a poll waits a moment for more, so a burst is one answer. */
const gatherMs = 500
/** Behind what wakes a poll: an event that another process has not sent. */
const lookMs = 2_000
const pollTopic = 'stream-poll'

export type Streams = ReturnType<typeof makeStreams>

/**
 * Long polling for clients of today's engine; new ones use server-sent events. A stream is a row with
 * a position in the recorded events, so every process can answer every poll, after a restart too.
 */
export function makeStreams(deps: EngineDeps) {
  const { events, cluster, stopping } = deps
  const recorder = startRecorder(deps)
  /** The poll of each stream that is open here. */
  const open = new Map<string, AbortController>()

  /** Another poll of the same stream, here or elsewhere: the older one goes with nothing. */
  const release = (id: string) => open.get(id)?.abort()
  const unsubscribe = cluster.onNotified(pollTopic, release)

  async function waitForEvents(
    { organization }: Caller,
    position: number,
    signal: AbortSignal,
  ): Promise<StreamEvent[]> {
    const end = performance.now() + longestWaitMs
    const wake = onEvents(events, organization)
    try {
      for (;;) {
        await recorder.settled()
        const found = await readEvents(deps, organization, position)
        const left = end - performance.now()
        if (found.length > 0 || left <= 0 || signal.aborted) return found
        // Another process sends its event before it is recorded; the pause is longer than that takes.
        if (await wake.next(Math.min(lookMs, left), signal)) await pause(gatherMs, signal)
      }
    } finally {
      wake.stop()
    }
  }

  return {
    async create({ organization }: Caller): Promise<string> {
      const id = newId()
      if (!(await insertStream(deps, organization, id)))
        throw badRequest('Too many open streams. Try again later')
      recorder.add(organization)
      return id
    },

    async poll(caller: Caller, id: string, request: AbortSignal) {
      if (!/^[a-zA-Z0-9]{10}$/.test(id)) throw badRequest('Invalid stream id')
      const position = await touchStream(deps, caller.organization, id)
      // Another user's stream does not exist either.
      if (position === undefined) throw notFound('stream', id)
      recorder.add(caller.organization)
      release(id)
      cluster.notify(pollTopic, id)
      const own = new AbortController()
      open.set(id, own)
      try {
        const signal = AbortSignal.any([request, stopping, own.signal])
        const found = await waitForEvents(caller, position, signal)
        const last = found.at(-1)
        // A client that hung up gets them with the next poll.
        if (!last || request.aborted || own.signal.aborted) return []
        return (await moveStream(deps, id, position, last.number)) ? found.map(message) : []
      } finally {
        if (open.get(id) === own) open.delete(id)
      }
    },

    stop: async () => {
      unsubscribe()
      await recorder.stop()
    },
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newId = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

/** Counts between polls, so nothing between a look and the next wait is missed. */
function onEvents(events: EngineDeps['events'], organization: string) {
  let isAwake = false
  let wake = () => {}
  const stop = events.onAny((event) => {
    if (event.organization !== organization) return
    isAwake = true
    wake()
  })
  return {
    stop,
    /** Until the next event, whether there was one or not; the time is the limit. */
    async next(ms: number, signal: AbortSignal): Promise<boolean> {
      const controller = new AbortController()
      wake = () => controller.abort()
      if (!isAwake) await pause(ms, AbortSignal.any([signal, controller.signal]))
      const had = isAwake
      isAwake = false
      return had
    },
  }
}

/** Until the time is over or the signal comes, whichever is first. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}

function message({ job_id: jobId, status, at }: StreamEvent) {
  const operation = status === 'Waiting' ? 'Creation' : status === 'Deleted' ? 'Delete' : 'Update'
  return {
    base: {
      objectId: jobId,
      objectType: 'job',
      operation,
      rootId: jobId,
      startDate: at,
      createdAt: at,
      details: { status },
      object: { id: jobId, status },
    },
    summary: { job: { [operation]: 1 } },
  }
}
