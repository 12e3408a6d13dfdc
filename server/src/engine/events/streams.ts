import { randomBytes } from 'node:crypto'
import type { JobEvent } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { EngineDeps } from '../deps.ts'

const longestWaitMs = 60_000
/** After the first event a poll waits a moment for more, so that a burst is one answer. */
const gatherMs = 500
const forgottenAfterMs = 15 * 60_000
/** A page that opens streams and never polls must not fill memory. */
const maxStreams = 10_000
const maxKept = 1_000

interface Stream {
  organization: string
  kept: Record<string, unknown>[]
  lastPollAt: number
  /** Ends the poll that is open. */
  release: (() => void) | undefined
  stop(): void
}

/** Long polling for clients of today's engine; new ones use server-sent events. */
export function makeStreams({ events, clock, stopping }: EngineDeps) {
  const streams = new Map<string, Stream>()

  const forgetOld = () => {
    for (const [id, stream] of streams) {
      if (clock.now() - stream.lastPollAt < forgottenAfterMs) continue
      stream.stop()
      streams.delete(id)
    }
  }

  return {
    create({ organization }: Caller): string {
      forgetOld()
      if (streams.size >= maxStreams) throw badRequest('Too many streams are open; try again later')
      const id = randomBytes(8).toString('hex').slice(0, 10)
      const stream: Stream = {
        organization,
        kept: [],
        lastPollAt: clock.now(),
        release: undefined,
        stop: events.onAny((event) => {
          if (event.organization !== organization) return
          if (stream.kept.length < maxKept) stream.kept.push(message(event, clock.now()))
          stream.release?.()
        }),
      }
      streams.set(id, stream)
      return id
    },

    async poll({ organization }: Caller, id: string, request: AbortSignal) {
      if (!/^[a-zA-Z0-9]{10}$/.test(id)) throw badRequest('Invalid stream id')
      forgetOld()
      const stream = streams.get(id)
      // A stream of somebody else does not exist either.
      if (stream?.organization !== organization) throw notFound('stream', id)
      stream.lastPollAt = clock.now()
      stream.release?.()
      if (stream.kept.length === 0) {
        const signal = AbortSignal.any([request, stopping])
        await wait(stream, longestWaitMs, signal)
        if (stream.kept.length > 0) await wait(stream, gatherMs, signal, false)
      }
      return stream.kept.splice(0)
    },
  }
}

/** Until the time is over or the caller is gone; with `release` also until the next event or poll. */
function wait(stream: Stream, ms: number, signal: AbortSignal, release = true): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      if (stream.release === done) stream.release = undefined
      resolve()
    }
    const timer = setTimeout(done, ms)
    if (release) stream.release = done
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}

function message({ jobId, status }: JobEvent, now: number) {
  const operation = status === 'Waiting' ? 'Creation' : status === 'Deleted' ? 'Delete' : 'Update'
  return {
    base: {
      objectId: jobId,
      objectType: 'job',
      operation,
      rootId: jobId,
      startDate: now,
      createdAt: now,
      details: { status },
      object: { id: jobId, status },
    },
    summary: { job: { [operation]: 1 } },
  }
}
