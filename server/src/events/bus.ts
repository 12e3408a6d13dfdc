import { EventEmitter } from 'node:events'
import type { ChangeEvent, OrganizationEvent } from '@assay/contract'
import { type AccessChange, everyOrganization, type Scope } from '../domain/caller.ts'
import { type ClusterNotifications, noCluster } from '../storage/common/cluster.ts'

/**
 * Tells the open streams of an organization what has changed. It carries only names and ids;
 * clients read the entity itself, with their own rights.
 */
export interface Bus {
  publish(event: OrganizationEvent): void
  /** Returns a function that ends it. */
  on(scope: Scope, listener: (event: OrganizationEvent) => void): () => void
  /** A user was locked, or lost a role, a key or a session: ongoing calls must be checked. */
  changeAccess(change: AccessChange): void
  /** Also receives changes of other processes. Returns a function that ends it. */
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

/** Any database user may send anything; an unreadable message concerns everyone. */
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
