import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { AnyObject, object } from '../values.ts'
import { CaseTemplateV0, CaseTemplateV1 } from './case-templates.ts'
import { CustomFieldV0, CustomFieldV1 } from './custom-fields.ts'
import {
  AlertV0,
  AlertV1,
  CaseV0,
  CaseV1,
  LogV0,
  ObservableV0,
  ObservableV1,
  TaskV0,
  TaskV1,
} from './objects.ts'
import { ObservableType } from './observable-types.ts'
import { type QueryRowsV1, queryRowAnswers } from './query-answers.ts'
import { TagV0, TagV1 } from './tags.ts'
import { idParams, readers, writers } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const resource = 'query'

/** One observable that a similar case shares. */
const SharedObservable = object({
  _id: Type.String(),
  dataType: Type.String(),
  data: Type.Optional(Type.String()),
  attachment: Type.Optional(Type.Object({ name: Type.String() })),
  ioc: Type.Boolean(),
  count: Type.Integer({ description: 'Number of cases (or alerts) that contain it' }),
  weight: Type.Number({ description: 'Share of the score; rare observables weigh more' }),
})

const similarity = {
  similarObservableCount: Type.Integer(),
  observableCount: Type.Integer(),
  similarIocCount: Type.Integer(),
  iocCount: Type.Integer(),
  observableTypes: Type.Record(Type.String(), Type.Integer()),
  extraData: object({ score: Type.Number(), observables: Type.Array(SharedObservable) }),
}

/** An element of what the step `similarCases` answers. */
export const SimilarCase = object({ case: CaseV1, ...similarity }, 'SimilarCase')
export type SimilarCase = Static<typeof SimilarCase>

/** An element of what the step `similarAlerts` answers. */
export const SimilarAlert = object({ alert: AlertV1, ...similarity }, 'SimilarAlert')
export type SimilarAlert = Static<typeof SimilarAlert>

export const LinkedCaseV0 = object(
  { ...CaseV0.properties, linkedWith: Type.Array(ObservableV0), linksCount: Type.Integer() },
  'LinkedCaseV0',
)
export const LinkedCaseV1 = object(
  { ...CaseV1.properties, linkedWith: Type.Array(ObservableV1), linksCount: Type.Integer() },
  'LinkedCaseV1',
)

/** Superadmin queries users, organizations and global data; see the handler. */
const query = {
  method: 'POST',
  roles: ['read', 'superadmin'],
  effect: 'read',
  resource,
  ignoresUnknown: true,
  input: object({
    query: Type.Optional(
      Type.Unknown({
        description:
          'List of steps such as {"_name": "listAlert"}, {"_name": "filter", …}, {"_name": "page", "from": 0, "to": 10}',
      }),
    ),
  }),
} as const

type QueryAnswerV1 =
  | QueryRowsV1
  | SimilarCase[]
  | SimilarAlert[]
  | Static<typeof LinkedCaseV1>[]
  | number

const QueryAnswerV1 = Type.Unsafe<QueryAnswerV1>(
  Type.Union(
    [
      ...queryRowAnswers,
      Type.Array(SimilarCase, { description: 'After `similarCases`' }),
      Type.Array(SimilarAlert, { description: 'After `similarAlerts`' }),
      Type.Array(LinkedCaseV1, { description: 'After `linkedCases`' }),
      Type.Integer({ description: 'After `count` and steps whose name begins with it' }),
    ],
    { description: 'Result of the last step; sort, filter and page keep its type' },
  ),
)

export const queryV0 = endpoint({
  ...query,
  output: Type.Unknown({ description: "Array of the last step's results, or a number" }),
  path: '/api/v0/query',
  summary: 'Run the steps of a query, version 0',
})
export const queryV1 = endpoint({
  ...query,
  output: QueryAnswerV1,
  path: '/api/v1/query',
  summary: 'Run the steps of a query, version 1',
})

/** Each is one answer in memory, and few screens ask more at once. */
export const maxQueriesAtOnce = 30
export const maxRowsAtOnce = 500

export const QueryResult = object(
  {
    count: Type.Optional(Type.Integer({ description: 'After `count`' })),
    rows: Type.Optional(Type.Array(Type.Unknown(), { description: 'After any other step' })),
    total: Type.Optional(Type.Integer({ description: 'As in the header `X-Total` of a query' })),
    error: Type.Optional(
      object({ status: Type.Integer(), type: Type.String(), message: Type.String() }),
    ),
  },
  'QueryResult',
)
export type QueryResult = Static<typeof QueryResult>

export const runQueries = endpoint({
  method: 'POST',
  path: '/api/v1/query/_many',
  roles: ['read', 'superadmin'],
  effect: 'read',
  resource,
  summary: `Run up to ${maxQueriesAtOnce} queries that count, or read a page of at most ${maxRowsAtOnce} rows`,
  input: object({
    queries: Type.Array(
      object({
        version: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: 'Omit for 1' })),
        query: Type.Unknown({ description: 'List of steps, as of a single query' }),
      }),
      { minItems: 1, maxItems: maxQueriesAtOnce },
    ),
  }),
  output: Type.Array(QueryResult, {
    description: 'In the order of the queries. One that fails leaves the others alone',
  }),
})

const more = {
  nstats: Type.Optional(
    Type.Boolean({ description: 'Include statistics of cases and observables' }),
  ),
  nparent: Type.Optional(Type.Number({ description: 'Above 0, include the parent of each row' })),
}

const get = { method: 'GET', roles: readers, effect: 'read', resource } as const
const post = {
  method: 'POST',
  roles: readers,
  effect: 'read',
  resource,
  ignoresUnknown: true,
} as const

const listed = <R extends TSchema>(path: string, row: R, summary: string) =>
  list({ ...get, ...v0(path), row, input: more, summary })

const searched = <R extends TSchema>(path: string, row: R, summary: string) =>
  list({ ...post, ...v0(`${path}/_search`), row, input: more, summary })

const aggregated = {
  input: object({
    query: Type.Optional(Type.Object({}, { additionalProperties: true })),
    stats: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: true }), { maxItems: 50 }),
    ),
  }),
  output: AnyObject,
}

const counted = (path: string, summary: string) =>
  endpoint({ ...post, ...v0(`${path}/_stats`), ...aggregated, summary })

/** Both dialects of the connector have them; the fields of the rows are those of `cortex`. */
const countedByConnector = (name: 'action' | 'job', summary: string) =>
  endpoint({
    ...post,
    ...aggregated,
    path: `/api/connector/cortex/${name}/_stats`,
    aliases: [`/api/connector/engine/${name}/_stats`],
    summary,
  })
export const actionStats = countedByConnector('action', 'Aggregate responder actions')
export const analysisStats = countedByConnector('job', 'Aggregate observable analyses')
export const auditStats = endpoint({
  ...post,
  ...aggregated,
  ...v0('/audit/_stats'),
  roles: ['orgadmin', 'superadmin'],
  summary: 'Aggregate the audit trail: all for superadmin, your organization for orgadmin',
})

export const listCases = listed('/case', CaseV0, 'List cases')
export const searchCases = searched('/case', CaseV0, 'Search cases')
export const caseStats = counted('/case', 'Aggregate cases')

export const pageStats = counted('/page', 'Aggregate pages of the organization and its cases')
export const dashboardStats = counted('/dashboard', 'Aggregate dashboards visible to you')
export const customFieldStats = counted('/customFields', 'Aggregate custom fields')
export const observableTypeStats = counted('/observable/type', 'Aggregate observable types')
export const listAuditV1 = list({
  ...get,
  ...v1('/audit'),
  roles: ['orgadmin', 'superadmin'],
  summary: 'Read the audit trail in version 1 form: everything for superadmin',
  row: AnyObject,
})
export const mergeEqualObservables = endpoint({
  method: 'POST',
  roles: writers,
  effect: 'write',
  resource,
  ...v1('/case/:id/observable/_merge'),
  params: idParams,
  ignoresUnknown: true,
  summary: 'Merge equal observables of a case; always 0, because duplicates are rejected',
  output: object({ untouched: Type.Integer(), updated: Type.Integer(), deleted: Type.Integer() }),
})
export const listPermissions = endpoint({
  ...get,
  ...v0('/permission'),
  roles: 'any',
  summary: 'List the permissions of profiles, in TheHive terms',
  output: Type.Array(Type.String()),
})
export const [getTag, getTagV1] = inBothVersions(
  { ...get, params: idParams, summary: 'Get a tag, by id or name' },
  v0('/tag/:id', TagV0),
  v1('/tag/:id', TagV1),
)

export const listAlerts = listed('/alert', AlertV0, 'List alerts')
export const searchAlerts = searched('/alert', AlertV0, 'Search alerts')
export const alertStats = counted('/alert', 'Aggregate alerts')

export const listTasks = listed('/case/task', TaskV0, 'List tasks')
export const searchTasks = searched('/case/task', TaskV0, 'Search tasks')
export const taskStats = counted('/case/task', 'Aggregate tasks')
export const searchCaseTasks = list({
  ...post,
  ...v0('/case/:id/task/_search'),
  params: idParams,
  row: TaskV0,
  input: more,
  summary: 'Search the tasks of one case',
})
export const listTasksV1 = list({
  ...get,
  ...v1('/task'),
  row: TaskV1,
  summary: 'List tasks; all of them if no range is given',
})

export const listTaskLogs = listed('/case/task/log', LogV0, 'List task logs')
export const searchTaskLogs = searched('/case/task/log', LogV0, 'Search task logs')
export const taskLogStats = counted('/case/task/log', 'Aggregate task logs')

export const listObservables = listed('/case/artifact', ObservableV0, 'List observables')
export const searchObservables = searched('/case/artifact', ObservableV0, 'Search observables')
export const observableStats = counted('/case/artifact', 'Aggregate observables')

export const listCaseTemplates = listed('/case/template', CaseTemplateV0, 'List case templates')
export const searchCaseTemplates = searched(
  '/case/template',
  CaseTemplateV0,
  'Search case templates',
)
export const caseTemplateStats = counted('/case/template', 'Aggregate case templates')
export const listCaseTemplatesV1 = list({
  ...get,
  ...v1('/caseTemplate'),
  row: CaseTemplateV1,
  summary: 'List case templates',
})

export const listTags = listed('/tag', TagV0, 'List tags')
export const searchTags = searched('/tag', TagV0, 'Search tags')
export const tagStats = counted('/tag', 'Aggregate tags')

/** Those of the platform are superadmin's, so superadmin may look at them. */
const everybody = ['read', 'superadmin'] as const

const alsoPlural = (path: string) => ({
  path: `/api/customField${path}`,
  aliases: [
    `/api/v0/customField${path}`,
    `/api/customFields${path}`,
    `/api/v0/customFields${path}`,
  ],
})

export const listCustomFields = list({
  ...get,
  ...alsoPlural(''),
  roles: everybody,
  row: CustomFieldV0,
  summary: 'List custom fields of your organization and platform; all if no range is given',
})
export const searchCustomFields = list({
  ...post,
  ...alsoPlural('/_search'),
  roles: everybody,
  row: CustomFieldV0,
  summary: 'Search custom fields',
})
export const listCustomFieldsV1 = list({
  ...get,
  ...v1('/customField'),
  roles: everybody,
  row: CustomFieldV1,
  summary: 'List custom fields of your organization and platform; all if no range is given',
})

export const searchObservableTypes = list({
  ...post,
  ...v0('/observable/type/_search'),
  roles: everybody,
  row: ObservableType,
  summary: 'Search observable types',
})

const one = { ...get, params: idParams } as const

export const listSimilarObservables = endpoint({
  ...one,
  ...v0('/case/artifact/:id/similar'),
  summary: 'List other observables with the same value',
  output: Type.Array(ObservableV0),
})

export const [listLinkedCases, listLinkedCasesV1] = inBothVersions(
  { ...one, summary: 'List cases that share an observable with this one' },
  v0('/case/:id/links', Type.Array(LinkedCaseV0)),
  v1('/case/:id/links', Type.Array(LinkedCaseV1)),
)

const shared = {
  ...get,
  params: Type.Object({ id: Type.String(), other: Type.String() }) satisfies TObject,
  output: Type.Array(ObservableV1),
} as const
export const listObservablesLikeAlert = endpoint({
  ...shared,
  ...v1('/alert/:id/similar/:other/observables'),
  summary: 'List observables that this alert shares with another alert or case',
})
export const listObservablesLikeCase = endpoint({
  ...shared,
  ...v1('/case/:id/similar/:other/observables'),
  summary: 'List observables that this case shares with another alert or case',
})
