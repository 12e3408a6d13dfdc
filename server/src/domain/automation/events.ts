import type { ChangeEvent, RuleTriggerName } from '@assay/contract'

export interface RuleEvent {
  readonly kind: RuleTriggerName
  readonly objectId: string
  readonly rootId: string
  readonly details?: Record<string, unknown>
}

const kinds: Readonly<Record<string, RuleTriggerName>> = {
  'alert.create': 'alert.created',
  'alert.update': 'alert.updated',
  'case_artifact.create': 'observable.created',
  'case.create': 'case.created',
  'case.update': 'case.updated',
  'case_task.update': 'task.updated',
}

type Changed = Pick<ChangeEvent, 'objectType' | 'operation' | 'objectId' | 'rootId' | 'details'>

/** It failed, was lost or refused, or nobody approved it. */
const isFailedResponse = ({ objectType, operation, details }: Changed) =>
  objectType === 'action' && operation === 'update' && details.status === 'Failure'

/** What rules can start with, each once however often the object was changed. */
export function ruleEventsOf(changes: readonly Changed[]): RuleEvent[] {
  const found = new Map<string, RuleEvent>()
  for (const change of changes) {
    const { objectType, operation, objectId, rootId, details } = change
    const kind = isFailedResponse(change) ? 'response.failed' : kinds[`${objectType}.${operation}`]
    if (kind === undefined) continue
    const add = (event: RuleTriggerName) =>
      found.set(`${event} ${objectId}`, {
        ...{ kind: event, objectId, rootId },
        ...(event === 'response.failed' && { details: { responder: details.responderName } }),
      })
    add(kind)
    if (kind === 'case.updated' && details.status === 'Resolved') add('case.closed')
  }
  return [...found.values()]
}
