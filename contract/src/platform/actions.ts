import { type Static, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { JobStatus } from '../jobs.ts'
import { AnyObject, object, Timestamp } from '../values.ts'
import { connectorEntity, connectorWorker, type Namespace, runCall, runInput } from './connector.ts'
import { keysV1, readers } from './values.ts'

/** What a responder was asked to do, and its result. */
const action = <N extends Namespace>(namespace: N) =>
  connectorEntity(namespace, 'Action', {
    responderId: Type.String(),
    responderName: Type.String(),
    responderDefinition: Type.String(),
    objectType: Type.Enum(['Case', 'Task', 'Log', 'Observable', 'Alert']),
    objectId: Type.String(),
    status: JobStatus,
    startDate: Timestamp,
    endDate: Type.Optional(Timestamp),
    operations: Type.String({ description: 'JSON text of an array' }),
    report: Type.String({ description: 'JSON text of an object' }),
    ...keysV1,
    _type: Type.Literal('Action'),
  })

export const EngineAction = action('engine')
export type EngineAction = Static<typeof EngineAction>
export const CortexAction = action('cortex')
export type CortexAction = Static<typeof CortexAction>

const target = Type.Object({ objectType: Type.String(), id: Type.String() })
const asked = {
  responderId: Type.String({ minLength: 1, maxLength: 512 }),
  objectType: Type.String({ minLength: 1, maxLength: 64 }),
  objectId: Type.String({ minLength: 1, maxLength: 1_024 }),
  parameters: Type.Optional(AnyObject),
  overrideReason: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 500,
      description:
        'Why it is to be run on a protected observable. Another user must then approve it',
    }),
  ),
}

/** Open to readers: for callers who may not run responders the target does not exist. */
const common = { roles: readers, resource: 'action' } as const
const looking = { ...common, method: 'GET', effect: 'read' } as const
const searching = { ...common, method: 'POST', effect: 'read' } as const

function responderCalls<N extends Namespace>(namespace: N) {
  const base = `/api/connector/${namespace}` as const
  const worker = connectorWorker(namespace)
  return {
    listFor: endpoint({
      ...looking,
      path: `${base}/responder/:objectType/:id`,
      summary: 'List responders that support this object, by its TLP and PAP',
      params: target,
      output: Type.Array(worker),
    }),
    search: endpoint({
      ...searching,
      path: `${base}/responder/_search`,
      summary: 'Search responders on every engine',
      ignoresUnknown: true,
      input: object({ query: Type.Optional(AnyObject) }),
      output: Type.Array(worker),
    }),
  }
}

function actionLists<R extends typeof EngineAction | typeof CortexAction>(base: string, row: R) {
  return {
    of: endpoint({
      ...looking,
      path: `${base}/action/:objectType/:id`,
      summary: 'List actions run on this object, newest first',
      params: target,
      output: Type.Array(row),
    }),
    ofAlert: endpoint({
      ...looking,
      path: `${base}/action/responder/alert/:id`,
      summary: 'List actions run on an alert (alternate path)',
      params: Type.Object({ id: Type.String() }),
      output: Type.Array(row),
    }),
    list: list({
      ...looking,
      path: `${base}/action`,
      summary: 'List actions of the organization, newest first',
      row,
    }),
    search: list({
      ...searching,
      path: `${base}/action/_search`,
      summary: 'Search actions, newest first',
      row,
    }),
  }
}

const summary = 'Run a responder on an object; the response does not wait for it to finish'

export const runEngineAction = endpoint({
  ...common,
  ...runCall('engine', 'action'),
  summary,
  input: runInput.engine(asked),
  output: EngineAction,
})

export const runCortexAction = endpoint({
  ...common,
  ...runCall('cortex', 'action'),
  summary,
  input: runInput.cortex(asked),
  output: CortexAction,
})

export const { listFor: listEngineResponders, search: searchEngineResponders } =
  responderCalls('engine')
export const { listFor: listCortexResponders, search: searchCortexResponders } =
  responderCalls('cortex')

export const {
  of: listEngineActionsOf,
  ofAlert: listEngineActionsOfAlert,
  list: listEngineActions,
  search: searchEngineActions,
} = actionLists('/api/connector/engine', EngineAction)
export const {
  of: listCortexActionsOf,
  ofAlert: listCortexActionsOfAlert,
  list: listCortexActions,
  search: searchCortexActions,
} = actionLists('/api/connector/cortex', CortexAction)
