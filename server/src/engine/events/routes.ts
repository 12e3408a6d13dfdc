import { contract, type JobEvent } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import type { EngineDeps } from '../deps.ts'
import { findJob } from '../jobs/store.ts'
import { makeStreams } from './streams.ts'

type SendEvent = (event: JobEvent) => void

export function eventRoutes(route: Route, deps: EngineDeps): void {
  const { db, events, log } = deps
  const streams = makeStreams(deps)

  route(contract.jobEvents, async ({ caller, params }) => {
    const job = await findJob(db, caller.organization, params.id)
    if (!job) throw notFound('job', params.id)
    const { id, organization } = job
    return (send: SendEvent) => {
      let shown = job.status
      const show: SendEvent = (event) => {
        shown = event.status
        send(event)
      }
      const stop = events.onJob(id, show)
      show({ jobId: id, organization, status: job.status })
      // Asked again now that the listener stands: an end in between would otherwise be missed.
      findJob(db, organization, id).then(
        (now) => {
          if (now && now.status !== job.status && shown === job.status)
            show({ jobId: id, organization, status: now.status })
        },
        (err: unknown) => log.warn({ err, job: id }, 'the status of a job could not be read'),
      )
      return stop
    }
  })

  route(contract.createStream, async ({ caller }) => streams.create(caller))

  route(contract.pollStream, ({ caller, params, hungUp }) =>
    streams.poll(caller, params.id, hungUp),
  )
}
