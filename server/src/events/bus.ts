import { EventEmitter } from 'node:events'
import type { OrganizationEvent } from '@assay/contract'

/**
 * Tells the open streams of an organization what has changed. It carries no more than names and
 * ids; whoever wants the thing itself reads it, with the rights that he has.
 */
export interface Bus {
  announce(event: OrganizationEvent): void
  /** Answers a function that ends it. */
  on(organization: string, listener: (event: OrganizationEvent) => void): () => void
}

export function makeBus(): Bus {
  const emitter = new EventEmitter()
  // A thousand open pages are normal, not a leak.
  emitter.setMaxListeners(0)
  return {
    announce: (event) => void emitter.emit(`of:${event.organization}`, event),
    on(organization, listener) {
      const name = `of:${organization}`
      emitter.on(name, listener)
      return () => void emitter.off(name, listener)
    },
  }
}
