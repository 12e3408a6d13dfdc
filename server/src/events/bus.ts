import { EventEmitter } from 'node:events'
import type { ChangeEvent, OrganizationEvent } from '@assay/contract'
import { type AccessChange, everyOrganization, type Scope } from '../domain/caller.ts'
import { type ClusterNotifications, noCluster } from '../storage/cluster.ts'

/**
 * Tells the open streams of an organization what has changed. It carries no more than names and
 * ids; whoever wants the thing itself reads it, with the rights that he has.
 */
export interface Bus {
  publish(event: OrganizationEvent): void
  /** Answers a function that ends it. */
  on(scope: Scope, listener: (event: OrganizationEvent) => void): () => void
  /** Somebody was locked, lost a role, a key or a session: calls that go on must be looked at. */
  changeAccess(change: AccessChange): void
  /** Also hears of the changes of other processes. Answers a function that ends it. */
  onAccessChange(listener: (change: AccessChange) => void): () => void
}

const topic = 'change'
const accessTopic = 'access'
/** A message to other processes has less than 8,000 bytes; a longer one leaves out what was changed. */
const longestTold = 4_000

export function makeBus(cluster: ClusterNotifications = noCluster): Bus {
  const emitter = new EventEmitter()
  // A thousand open pages are normal, not a leak.
  emitter.setMaxListeners(0)
  const emit = (event: OrganizationEvent) => {
    emitter.emit(`of:${event.organization}`, event)
    emitter.emit('any', event)
  }
  cluster.onNotified(topic, (text) => emit(JSON.parse(text)))
  const emitAccess = (change: AccessChange) => void emitter.emit('access', change)
  cluster.onNotified(accessTopic, (text) => emitAccess(readAccessChange(text)))
  // Something may have been missed while there was no connection.
  cluster.onBack(() => emitAccess({}))
  return {
    publish(event) {
      emit(event)
      // The engines notify each other of jobs.
      if (!('jobId' in event)) cluster.notify(topic, textOf(event))
    },
    on(scope, listener) {
      const name = scope === everyOrganization ? 'any' : `of:${scope}`
      emitter.on(name, listener)
      return () => void emitter.off(name, listener)
    },
    changeAccess(change) {
      emitAccess(change)
      cluster.notify(accessTopic, JSON.stringify(change))
    },
    onAccessChange(listener) {
      emitter.on('access', listener)
      return () => void emitter.off('access', listener)
    },
  }
}

/** Whoever may use the database may send anything; what cannot be read concerns everybody. */
function readAccessChange(text: string): AccessChange {
  try {
    const { login, organization } = JSON.parse(text)
    return { login, organization }
  } catch {
    return {}
  }
}

function textOf(event: ChangeEvent): string {
  const text = JSON.stringify(event)
  return Buffer.byteLength(text) <= longestTold ? text : JSON.stringify({ ...event, details: {} })
}
