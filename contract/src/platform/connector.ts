import { type TObject, type TProperties, type TString, Type } from 'typebox'
import { object } from '../values.ts'

/**
 * The connector speaks two dialects under two paths: `engine`, and that of today's platform. They
 * differ in the names of three fields and in what may be targeted, in nothing else.
 */
export const namespaces = {
  engine: {
    engine: 'engineId',
    job: 'engineJobId',
    engines: 'engineIds',
    other: 'cortexId',
    title: 'Engine',
  },
  cortex: {
    engine: 'cortexId',
    job: 'cortexJobId',
    engines: 'cortexIds',
    other: 'engineId',
    title: 'Cortex',
  },
} as const

export type Namespace = keyof typeof namespaces
export const namespaceNames = Object.keys(namespaces) as Namespace[]

export type FieldNames<N extends Namespace> = (typeof namespaces)[N]

/** `engineId` or `cortexId`, and the same for its job. */
export const engineFields = <N extends Namespace>(namespace: N) =>
  ({
    [namespaces[namespace].engine]: Type.String({ description: 'Name of the engine server' }),
    [namespaces[namespace].job]: Type.String({ description: 'Id of the job on the engine' }),
    // TypeScript widens computed names to any text; these are just the two.
  }) as Record<FieldNames<N>['engine'] | FieldNames<N>['job'], TString>

/** What was asked of a worker: named after the namespace, with its fields for engine and job. */
export const connectorEntity = <N extends Namespace, P extends TProperties>(
  namespace: N,
  name: 'Action' | 'Analysis',
  own: P,
) => object({ ...own, ...engineFields(namespace) }, `${namespaces[namespace].title}${name}`)

const engineName = Type.String({ minLength: 1, maxLength: 128, description: 'Engine server' })

/** In the dialect of today's platform any engine will do that knows the worker. */
export const runInput = {
  engine: <P extends TProperties>(asked: P) => object({ engineId: engineName, ...asked }),
  cortex: <P extends TProperties>(asked: P) =>
    object({ cortexId: Type.Optional(engineName), ...asked }),
}

/** Either dialect takes the name that the other has for the engine. */
export const runCall = <N extends Namespace>(namespace: N, what: 'action' | 'job') =>
  ({
    method: 'POST',
    effect: 'write',
    path: `/api/connector/${namespace}/${what}`,
    ignoresUnknown: true,
    attributeAliases: { [namespaces[namespace].other]: namespaces[namespace].engine },
  }) as const

/** An analyzer or responder, as known to the engines named in it. */
export const connectorWorker = <N extends Namespace>(namespace: N) =>
  object(
    {
      id: Type.String(),
      name: Type.String(),
      version: Type.String(),
      description: Type.String(),
      dataTypeList: Type.Array(Type.String()),
      [namespaces[namespace].engines]: Type.Array(Type.String()),
    },
    `${namespaces[namespace].title}Worker`,
  ) as unknown as TObject<
    Record<'id' | 'name' | 'version' | 'description', TString> &
      Record<'dataTypeList' | FieldNames<N>['engines'], ReturnType<typeof texts>>
  >

const texts = () => Type.Array(Type.String())
