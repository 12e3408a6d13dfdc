import type { ObjectType, OrganizationEvent } from '@assay/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { onLiveEvent } from './connection.ts'

/** Kinds of keys that a change of such a thing makes untrue; `rootId` is its case or alert. */
const kindsOf: Record<ObjectType, readonly string[]> = {
  case: ['case', 'cases', 'similar'],
  case_task: ['case', 'tasks', 'task'],
  case_task_log: ['task', 'logs'],
  case_artifact: ['case', 'alert', 'observable', 'observables', 'similar'],
  alert: ['alert', 'alerts'],
  action: ['actions'],
  case_artifact_job: ['analyses'],
  caseTemplate: ['case-templates'],
  customField: ['custom-fields'],
  observableType: ['observable-types'],
  tag: ['tags'],
  webhook: ['webhooks'],
}

/**
 * Keys that an event makes untrue. Lists of jobs are left alone: rows must not move under the
 * cursor, the list itself says "12 new jobs".
 */
export function keysOf(event: OrganizationEvent): QueryKey[] {
  if ('jobId' in event) return [['job', event.jobId]]
  return kindsOf[event.objectType].map((kind) => [kind])
}

/** A playbook may change a hundred things in a second: they are read again once. */
const pauseMs = 400

export function invalidateOnEvents(client: QueryClient): () => void {
  const pending = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    for (const queryKey of pending.values()) void client.invalidateQueries({ queryKey })
    pending.clear()
  }
  const stop = onLiveEvent((event) => {
    for (const key of keysOf(event)) pending.set(JSON.stringify(key), key)
    timer ??= setTimeout(flush, pauseMs)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
