import { EventEmitter } from 'node:events'
import type { OrganizationEvent } from '@assay/contract'
import { everyOrganization, type Scope } from '../domain/caller.ts'

/**
 * Tells the open streams of an organization what has changed. It carries no more than names and
 * ids; whoever wants the thing itself reads it, with the rights that he has.
 */
export interface Bus {
  announce(event: OrganizationEvent): void
  /** Answers a function that ends it. */
  on(scope: Scope, listener: (event: OrganizationEvent) => void): () => void
}

export function makeBus(): Bus {
  const emitter = new EventEmitter()
  // A thousand open pages are normal, not a leak.
  emitter.setMaxListeners(0)
  return {
    announce(event) {
      emitter.emit(`of:${event.organization}`, event)
      emitter.emit('any', event)
    },
    on(scope, listener) {
      const name = scope === everyOrganization ? 'any' : `of:${scope}`
      emitter.on(name, listener)
      return () => void emitter.off(name, listener)
    },
  }
}
