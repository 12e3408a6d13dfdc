import { EventEmitter } from 'node:events'

export interface JobEvent {
  readonly jobId: string
  readonly organization: string
  readonly status: 'Waiting' | 'InProgress' | 'Success' | 'Failure' | 'Deleted'
}

/**
 * Tells whoever waits that a job has moved on. It carries no data: the row is read again, so a
 * lost or doubled event does no harm. Other processes hear of it by NOTIFY or by their poll.
 */
export interface JobEvents {
  announce(event: JobEvent): void
  /** Answers a function that ends it. */
  onJob(jobId: string, listener: (event: JobEvent) => void): () => void
  onAny(listener: (event: JobEvent) => void): () => void
}

export function makeJobEvents(): JobEvents {
  const emitter = new EventEmitter()
  // A thousand open waits are normal, not a leak.
  emitter.setMaxListeners(0)
  const subscribe = (name: string, listener: (event: JobEvent) => void) => {
    emitter.on(name, listener)
    return () => void emitter.off(name, listener)
  }
  return {
    announce(event) {
      emitter.emit(`job:${event.jobId}`, event)
      emitter.emit('any', event)
    },
    onJob: (jobId, listener) => subscribe(`job:${jobId}`, listener),
    onAny: (listener) => subscribe('any', listener),
  }
}
