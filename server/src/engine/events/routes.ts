import { contract, type JobEvent } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { sessionRest } from '../../identity/session/sessions.ts'
import type { EngineDeps } from '../deps.ts'
import { findJob } from '../job-rows/store.ts'
import type { Streams } from './streams.ts'

type SendEvent = (event: JobEvent) => void

export function eventRoutes(route: Route, deps: EngineDeps, streams: Streams): void {
  const { db, events, log } = deps

  route(contract.jobEvents, async ({ caller, params }) => {
    const job = await findJob(db, caller.organization, params.id)
    if (!job) throw notFound('job', params.id)
    const { id, organization } = job
    return (send: SendEvent) => {
      let shown: JobEvent['status'] | undefined
      const show: SendEvent = (event) => {
        if (event.status === shown) return
        shown = event.status
        send(event)
      }
      const stop = events.onJob(id, show)
      show({ jobId: id, organization, status: job.status })
      // Checked again after the listener is registered: an end in between would otherwise be
      // missed.
      findJob(db, organization, id).then(
        (now) => {
          if (now && shown === job.status) show({ jobId: id, organization, status: now.status })
        },
        (err: unknown) => log.warn({ err, job: id }, 'failed to read a job status'),
      )
      return stop
    }
  })

  route(contract.createStream, async ({ caller }) => streams.create(caller))

  route(contract.pollStream, async ({ caller, params, session, signal, setStatus }) => {
    // Checked before the wait: concurrent calls may have prolonged the session since.
    const isEnding = caller.via === 'session' && (await sessionRest(deps, session.token)).warning
    const messages = await streams.poll(caller, params.id, signal)
    // What the page of today's engine understands as "your session ends soon".
    if (isEnding) setStatus(220)
    return messages
  })
}
