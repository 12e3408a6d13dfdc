import { type Static, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { JobStatus } from '../jobs.ts'
import { AnyObject, object, Timestamp } from '../values.ts'
import { connectorEntity, connectorWorker, type Namespace, runCall, runInput } from './connector.ts'
import { ObservableV0 } from './objects.ts'
import { idParams, readers } from './values.ts'

/** An analyzer job that was started from an observable. */
const analysis = <N extends Namespace>(namespace: N) =>
  connectorEntity(namespace, 'Analysis', {
    _type: Type.Literal('case_artifact_job'),
    _id: Type.String(),
    id: Type.String(),
    analyzerId: Type.String(),
    analyzerName: Type.String(),
    analyzerDefinition: Type.String(),
    status: JobStatus,
    startDate: Timestamp,
    endDate: Type.Optional(Timestamp),
    report: Type.Optional(AnyObject),
    case_artifact: Type.Optional(ObservableV0),
    operations: Type.String({ description: 'JSON text of an array' }),
  })

export const EngineAnalysis = analysis('engine')
export type EngineAnalysis = Static<typeof EngineAnalysis>
export const CortexAnalysis = analysis('cortex')
export type CortexAnalysis = Static<typeof CortexAnalysis>

const common = { roles: readers, resource: 'analysis' } as const
const looking = { ...common, method: 'GET', effect: 'read' } as const
const asked = {
  analyzerId: Type.String({ minLength: 1, maxLength: 512 }),
  artifactId: Type.String({ minLength: 1, maxLength: 64 }),
  parameters: Type.Optional(AnyObject),
}

function analyzerCalls<N extends Namespace>(namespace: N) {
  const base = `/api/connector/${namespace}/analyzer`
  const worker = connectorWorker(namespace)
  return {
    list: endpoint({
      ...looking,
      path: base,
      summary: 'List analyzers of all engines',
      output: Type.Array(worker),
    }),
    ofType: endpoint({
      ...looking,
      path: `${base}/type/:dataType`,
      summary: 'List analyzers that support this data type',
      params: Type.Object({ dataType: Type.String() }),
      output: Type.Array(worker),
    }),
    get: endpoint({
      ...looking,
      path: `${base}/:id`,
      summary: 'Get an analyzer by id or name',
      params: idParams,
      output: worker,
    }),
  }
}

function analysisCalls<R extends typeof EngineAnalysis | typeof CortexAnalysis>(
  base: string,
  row: R,
) {
  return {
    get: endpoint({
      ...looking,
      path: `${base}/job/:id`,
      summary: 'Read an analysis with its report',
      params: idParams,
      output: row,
    }),
    search: list({
      ...common,
      method: 'POST',
      effect: 'read',
      path: `${base}/job/_search`,
      summary: 'Search analyses, newest first',
      row,
      input: {
        nparent: Type.Optional(
          Type.Integer({ minimum: 0, description: 'Above 0 includes the observable' }),
        ),
      },
    }),
  }
}

const summary = 'Run an analyzer on an observable; the response does not wait for it to finish'

export const runEngineAnalysis = endpoint({
  ...common,
  ...runCall('engine', 'job'),
  summary,
  input: runInput.engine(asked),
  output: EngineAnalysis,
  status: 201,
})

export const runCortexAnalysis = endpoint({
  ...common,
  ...runCall('cortex', 'job'),
  summary,
  input: runInput.cortex(asked),
  output: CortexAnalysis,
  status: 201,
})

/** Each is tried; when only some could be started, the answer is 207 with both lists. */
export const runCortexAnalyses = endpoint({
  ...common,
  method: 'POST',
  effect: 'write',
  path: '/api/v1/connector/cortex/job/_bulk',
  summary: 'Run several analyzers',
  ignoresUnknown: true,
  input: object({
    jobs: Type.Array(Type.Object(runInput.cortex(asked).properties), {
      maxItems: 100,
    }),
  }),
  output: Type.Union([
    Type.Array(CortexAnalysis),
    Type.Object({ success: Type.Array(CortexAnalysis), failure: Type.Array(AnyObject) }),
  ]),
  status: 201,
})

export const {
  list: listEngineAnalyzers,
  ofType: listEngineAnalyzersOfType,
  get: getEngineAnalyzer,
} = analyzerCalls('engine')
export const {
  list: listCortexAnalyzers,
  ofType: listCortexAnalyzersOfType,
  get: getCortexAnalyzer,
} = analyzerCalls('cortex')

export const { get: getEngineAnalysis, search: searchEngineAnalyses } = analysisCalls(
  '/api/connector/engine',
  EngineAnalysis,
)
export const { get: getCortexAnalysis, search: searchCortexAnalyses } = analysisCalls(
  '/api/connector/cortex',
  CortexAnalysis,
)
