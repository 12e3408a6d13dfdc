import { EventEmitter } from 'node:events'
import { type JobStatus, jobStatuses } from '@assay/contract'
import { type ClusterNotifications, noCluster } from '../../storage/common/cluster.ts'

export interface JobEvent {
  readonly jobId: string
  readonly organization: string
  readonly status: JobStatus
}

/**
 * Notifies waiting callers that a job has changed. It carries no data: the row is read again, so a
 * lost or doubled event does no harm. Other processes on PostgreSQL are notified too.
 */
export interface JobEvents {
  publish(event: JobEvent, reach?: 'here' | 'everywhere'): void
  /** Returns a function that ends it. */
  onJob(jobId: string, listener: (event: JobEvent) => void): () => void
  onAny(listener: (event: JobEvent) => void): () => void
  /** Jobs with a listener for their id. */
  awaited(): string[]
  /** Tells these listeners the status of a job, which they may know already. */
  remind(event: JobEvent): void
  /** Those of this process only. */
  onOwn(listener: (event: JobEvent) => void): () => void
  /** Those of other processes only. */
  onForeign(listener: (event: JobEvent) => void): () => void
}

const topic = 'job'

export function makeJobEvents(cluster: ClusterNotifications = noCluster): JobEvents {
  const emitter = new EventEmitter()
  // A thousand open waits are normal, not a leak.
  emitter.setMaxListeners(0)
  const subscribe = (name: string, listener: (event: JobEvent) => void) => {
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }
  const emit = (event: JobEvent) => {
    emitter.emit(`job:${event.jobId}`, event)
    emitter.emit('any', event)
  }
  cluster.onNotified(topic, (text) => {
    const event = readEvent(text)
    if (!event) return
    emit(event)
    emitter.emit('foreign', event)
  })
  return {
    publish(event, reach = 'everywhere') {
      emit(event)
      emitter.emit('own', event)
      if (reach === 'everywhere')
        cluster.notify(topic, `${event.status} ${event.jobId} ${event.organization}`)
    },
    awaited: () =>
      emitter.eventNames().flatMap((name) => /^job:(.*)$/s.exec(String(name))?.[1] ?? []),
    remind: (event) => void emitter.emit(`job:${event.jobId}`, event),
    onJob: (jobId, listener) => subscribe(`job:${jobId}`, listener),
    onAny: (listener) => subscribe('any', listener),
    onOwn: (listener) => subscribe('own', listener),
    onForeign: (listener) => subscribe('foreign', listener),
  }
}

/** Names of organizations may contain spaces, so theirs is the rest of the line. */
function readEvent(text: string): JobEvent | undefined {
  const [, word, jobId, organization] = /^(\S+) (\S+) (.+)$/s.exec(text) ?? []
  const status = jobStatuses.find((known) => known === word)
  if (!status || !jobId || !organization) return undefined
  return { jobId, organization, status }
}
