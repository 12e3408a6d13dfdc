import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { maxBudgetCost, whenFullChoices } from './budgets.ts'
import { InputItem, needsNetwork } from './definitions.ts'
import { empty, endpoint, list } from './endpoint.ts'
import { FileInput } from './files.ts'
import { Job } from './jobs.ts'
import { AnyObject, Configuration, entityKeys, object, orNull } from './values.ts'

export const RateUnit = Type.Enum(['Second', 'Minute', 'Hour', 'Day', 'Month'])
export type RateUnit = Static<typeof RateUnit>

const count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
const minutes = Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Minutes' })
const concurrent = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'Maximum concurrent jobs, across all nodes',
})
const pool = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,31}$',
  description: 'Pool of nodes that run it, one of `job.pools`; null is `default`',
})

const budget = Type.String({ maxLength: 64, description: 'Id of the budget that its runs use' })
const budgetCost = Type.Integer({
  minimum: 1,
  maximum: maxBudgetCost,
  description: 'Starts that one run uses; null is 1',
})
const whenFull = Type.Enum([...whenFullChoices], {
  description:
    'What a request of an API key does when the budget is used up; null is `refuse` (429). `wait=1` waits in any case',
})

/** How often and where it runs. */
const runs = {
  rate: Type.Optional(orNull(count)),
  rateUnit: Type.Optional(orNull(RateUnit)),
  maxConcurrent: Type.Optional(orNull(concurrent)),
  pool: Type.Optional(orNull(pool)),
  budget: Type.Optional(orNull(budget)),
  budgetCost: Type.Optional(orNull(budgetCost)),
  whenFull: Type.Optional(orNull(whenFull)),
}

/** An enabled analyzer or responder. */
export const Worker = object(
  {
    ...entityKeys,
    name: Type.String(),
    type: Type.Enum(['analyzer', 'responder']),
    workerDefinitionId: Type.String(),
    analyzerDefinitionId: Type.Optional(Type.String({ description: 'Analyzers only' })),
    version: Type.String(),
    description: Type.String(),
    author: Type.String(),
    url: Type.String(),
    license: Type.String(),
    baseConfig: Type.String(),
    dataTypeList: Type.Array(Type.String()),
    needsNetwork,
    dockerImage: Type.Optional(Type.String()),
    command: Type.Optional(Type.String()),
    jobTimeout: Type.Optional(orNull(minutes)),
    maxTlp: Type.Optional(Type.Integer()),
    maxPap: Type.Optional(Type.Integer()),
    jobCache: Type.Optional(orNull(minutes)),
    ...runs,
    credentialId: Type.Optional(
      Type.String({
        description: 'Equal for analyzers and responders with the same credential; not part of it',
      }),
    ),
    configuration: Type.Optional(Configuration),
    inputItems: Type.Optional(
      Type.Array(InputItem, {
        description:
          'Responders: what `parameters` of a run must contain; omitted if nothing is declared',
      }),
    ),
    obsolete: Type.Optional(
      Type.Boolean({ description: 'Its definition is no longer in the catalog' }),
    ),
    availableDefinitionId: Type.Optional(
      Type.String({ description: 'Newer version it can be switched to' }),
    ),
  },
  'Worker',
)
export type Worker = Static<typeof Worker>

const params = Type.Object({ id: Type.String() })
const settings = {
  configuration: Type.Optional(AnyObject),
  ...runs,
  jobCache: Type.Optional(orNull(minutes)),
  jobTimeout: Type.Optional(orNull(minutes)),
  dataTypeList: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 200 })),
}

/** Text is converted to the expected type; anything else passes and is judged by the submission. */
const lenient = <T extends TSchema>(wanted: T, description: string) =>
  Type.Union([wanted, Type.Unknown()], { description })

/** A file that the organization holds already, in a job, an artifact or an observable. */
const StoredFile = object(
  {
    hash: Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'SHA-256' }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  },
  'StoredFile',
)

/** Unknown keys are ignored and odd values of optional ones fall back, as clients expect. */
const observable = {
  dataType: Type.Optional(Type.Unknown({ description: 'Such as `ip`, `url`, `file`' })),
  attachment: Type.Optional(FileInput),
  tlp: Type.Optional(lenient(Type.Integer(), '0 to 3; 2 if not a number')),
  pap: Type.Optional(lenient(Type.Integer(), '0 to 3; 2 if not a number')),
  message: Type.Optional(Type.Unknown()),
  parameters: Type.Optional(lenient(AnyObject, 'Object')),
  label: Type.Optional(Type.Unknown()),
  attributes: Type.Optional(lenient(AnyObject, 'Legacy form that holds the fields above')),
  force: Type.Optional(lenient(Type.Boolean(), 'Run even if a cached report exists')),
  wait: Type.Optional(
    lenient(Type.Boolean(), 'Wait when the budget is used up, instead of 429; `wait=1`'),
  ),
}

function workerCalls<I extends TObject>(kind: 'analyzer' | 'responder', run: I) {
  const base = `/api/${kind}`
  const visible = ['analyze', 'orgadmin'] as const
  return {
    list: list({
      method: 'GET',
      path: base,
      roles: visible,
      effect: 'follow credential',
      readOnly: true,
      resource: kind,
      summary: `List enabled ${kind}s`,
      row: Worker,
    }),
    search: list({
      method: 'POST',
      path: `${base}/_search`,
      aliases: [`/api/organization/${kind}/_search`],
      roles: visible,
      effect: 'read credential',
      readOnly: true,
      resource: kind,
      summary: `Search enabled ${kind}s`,
      row: Worker,
    }),
    listOfOrganization: list({
      method: 'GET',
      path: `/api/organization/${kind}`,
      aliases: [`/api/organization/${kind}/_search`],
      roles: visible,
      effect: 'read credential',
      readOnly: true,
      resource: kind,
      summary: `List enabled ${kind}s (alternate path)`,
      row: Worker,
    }),
    byType: list({
      method: 'GET',
      path: `${base}/type/:dataType`,
      roles: visible,
      effect: 'follow credential',
      readOnly: true,
      resource: kind,
      summary: `List enabled ${kind}s that support this data type`,
      params: Type.Object({ dataType: Type.String() }),
      row: Worker,
    }),
    get: endpoint({
      method: 'GET',
      path: `${base}/:id`,
      roles: visible,
      effect: 'follow credential',
      readOnly: true,
      resource: kind,
      summary: `Read an enabled ${kind}`,
      params,
      output: Worker,
    }),
    enable: endpoint({
      method: 'POST',
      path: `/api/organization/${kind}/:id`,
      roles: ['orgadmin'],
      effect: 'write credential',
      resource: 'worker',
      summary: `Enable a definition in your organization`,
      params,
      input: object({ name: Type.String({ minLength: 1, maxLength: 256 }), ...settings }),
      output: Worker,
      status: 201,
    }),
    update: endpoint({
      method: 'PATCH',
      path: `${base}/:id`,
      roles: ['orgadmin'],
      effect: 'write credential',
      resource: 'worker',
      summary: `Change an enabled ${kind}; \`configuration\` is replaced as a whole`,
      params,
      input: object({
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
        ...settings,
        dockerImage: Type.Optional(Type.String({ maxLength: 1024 })),
        workerDefinitionId: Type.Optional(
          Type.String({ description: 'Another version of the same definition to switch to' }),
        ),
      }),
      readOnlyAttributes: [
        'version',
        'description',
        'author',
        'url',
        'license',
        'command',
        'baseConfig',
        'type',
      ],
      output: Worker,
    }),
    disable: empty({
      method: 'DELETE',
      path: `${base}/:id`,
      roles: ['orgadmin'],
      effect: 'write',
      resource: kind,
      summary: `Disable it and delete its configuration; its jobs stay`,
      params,
    }),
    run: endpoint({
      method: 'POST',
      path: `${base}/:id/run`,
      roles: visible,
      effect: 'run',
      resource: 'job',
      summary: `Run it on an observable`,
      takesRequestKey: true,
      params,
      input: run,
      ignoresUnknown: true,
      output: Job,
    }),
  }
}

const analyzer = workerCalls(
  'analyzer',
  Type.Object({
    ...observable,
    attachment: Type.Optional(Type.Union([FileInput, StoredFile])),
    data: Type.Optional(Type.Union([Type.Unknown(), FileInput], { description: 'The observable' })),
  }),
)
const responder = workerCalls(
  'responder',
  Type.Object({
    ...observable,
    overrideReason: Type.Optional(
      Type.Unknown({
        description:
          'Text: why it is to be run on a protected observable. Another user must then approve it',
      }),
    ),
    data: Type.Optional(
      Type.Union([Type.Unknown(), FileInput], { description: 'Any JSON, such as a case' }),
    ),
  }),
)

export const listAnalyzers = analyzer.list
export const searchAnalyzers = analyzer.search
export const listOrganizationAnalyzers = analyzer.listOfOrganization
export const listAnalyzersByType = analyzer.byType
export const getAnalyzer = analyzer.get
export const enableAnalyzer = analyzer.enable
export const updateAnalyzer = analyzer.update
export const disableAnalyzer = analyzer.disable
export const runAnalyzer = analyzer.run
export const listResponders = responder.list
export const searchResponders = responder.search
export const listOrganizationResponders = responder.listOfOrganization
export const listRespondersByType = responder.byType
export const getResponder = responder.get
export const enableResponder = responder.enable
export const updateResponder = responder.update
export const disableResponder = responder.disable
export const runResponder = responder.run

/** How much of its rate a worker has used; see `rate` and `rateUnit`. */
export const Quota = object(
  {
    workerId: Type.String(),
    name: Type.String(),
    type: Type.Enum(['analyzer', 'responder']),
    rate: Type.Integer(),
    rateUnit: RateUnit,
    used: Type.Integer({ description: 'Jobs in the window, including deleted ones' }),
    freeAt: Type.Optional(
      Type.Integer({
        description: 'Epoch milliseconds: when the next job may start; only if used up',
      }),
    ),
  },
  'Quota',
)
export type Quota = Static<typeof Quota>

export const listQuotas = endpoint({
  method: 'GET',
  path: '/api/quota',
  roles: ['orgadmin'],
  effect: 'read',
  resource: 'worker',
  summary: 'List the analyzers and responders with a rate, and how much of it is used',
  output: Type.Array(Quota),
})
