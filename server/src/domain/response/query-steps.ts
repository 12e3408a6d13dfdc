import { isObject } from '@assay/contract/objects'
import { AttributeCheckingError, badRequest, missingAttribute } from '../errors.ts'
import { invalidFormat } from './filter-values.ts'
import { type Entity, entities, labels, type Version } from './query-entities.ts'
import {
  type QueryPage,
  readPage,
  readSort,
  type StepSort,
  textParameter,
} from './query-parameters.ts'

/** Which rows: where a query starts, and how it continues. */
export type Source =
  | { readonly kind: 'all'; readonly entity: Entity }
  | { readonly kind: 'one'; readonly entity: Entity; readonly idOrName: string }
  | { readonly kind: 'waiting' | 'mine'; readonly entity: 'task' }
  | { readonly kind: 'caller'; readonly entity: 'user' }
  | {
      readonly kind: 'filter'
      readonly entity: Entity
      readonly from: Source
      readonly filter: unknown
      readonly path: string
    }
  | { readonly kind: 'link'; readonly entity: Entity; readonly from: Source; readonly step: string }

/** What a whole query requests. Filters are not read yet: that needs the custom fields. */
export interface Plan {
  readonly source: Source
  readonly answer: 'rows' | 'similarCases' | 'similarAlerts' | 'linkedCases'
  /** Restricts what `similarCases` and `similarAlerts` may find. */
  readonly resultFilter?: { readonly filter: unknown; readonly path: string }
  readonly sort: readonly StepSort[]
  readonly page?: QueryPage
  /** A bare number instead of rows. */
  readonly counted: boolean
  /** Of alerts in version 0: with their observables. */
  readonly withObservables: boolean
}

/** Every entity that a query goes through. */
export const entitiesOf = (source: Source): Entity[] =>
  source.kind === 'filter' || source.kind === 'link'
    ? [source.entity, ...entitiesOf(source.from)]
    : [source.entity]

export const maxSteps = 20

/**
 * Where a query can go from each entity, and where that leads. A step of the same name may mean
 * different rows: `observables` of an alert and of a case.
 */
export const links: Record<Entity, Readonly<Record<string, Entity>>> = {
  alert: {
    observables: 'observable',
    comments: 'comment',
    attachments: 'attachment',
    procedures: 'procedure',
    case: 'case',
    cases: 'case',
    actions: 'action',
  },
  case: {
    observables: 'observable',
    tasks: 'task',
    comments: 'comment',
    attachments: 'attachment',
    procedures: 'procedure',
    pages: 'page',
    alerts: 'alert',
    actions: 'action',
    assignableUsers: 'user',
  },
  task: { logs: 'log', case: 'case', actions: 'action', assignableUsers: 'user' },
  log: { task: 'task', case: 'case', attachments: 'attachment', actions: 'action' },
  observable: {
    case: 'case',
    alert: 'alert',
    similar: 'observable',
    fromCase: 'observable',
    fromAlert: 'observable',
    jobs: 'job',
    actions: 'action',
  },
  comment: { case: 'case', alert: 'alert' },
  attachment: { case: 'case', alert: 'alert' },
  pattern: { procedures: 'procedure' },
  page: { case: 'case' },
  pageTemplate: {},
  analyzerTemplate: {},
  dashboard: {},
  caseStatus: {},
  alertStatus: {},
  procedure: { pattern: 'pattern', case: 'case', alert: 'alert' },
  job: { observable: 'observable' },
  action: {},
  caseTemplate: { pageTemplates: 'pageTemplate' },
  customField: {},
  observableType: {},
  tag: {},
  user: { organisations: 'organisation' },
  organisation: { users: 'user', attachments: 'attachment' },
  profile: {},
  audit: {},
}

type Step = Readonly<Record<string, unknown>>
interface Place {
  readonly version: Version
  readonly index: number
}
type First = (step: Step, place: Place) => Plan
type Next = (plan: Plan, step: Step, place: Place) => Plan | Finished
interface Finished {
  readonly finished: Plan
}

const rowsOf = (source: Source): Plan => ({
  source,
  answer: 'rows',
  sort: [],
  counted: false,
  withObservables: false,
})

const oneOf =
  (entity: Entity, parameter: string): First =>
  (step) =>
    rowsOf({ kind: 'one', entity, idOrName: textParameter(step, parameter) })

const counted = (plan: Plan): Plan => ({ ...plan, counted: true })
const linked = (source: Source, step: string): Source => ({
  kind: 'link',
  entity: links[source.entity][step] as Entity,
  from: source,
  step,
})

const start: ReadonlyMap<string, First> = new Map<string, First>([
  ...entities.flatMap((entity): [string, First][] => [
    [`list${labels[entity]}`, () => rowsOf({ kind: 'all', entity })],
    [`get${labels[entity]}`, oneOf(entity, 'idOrName')],
  ]),
  ['waitingTasks', () => rowsOf({ kind: 'waiting', entity: 'task' })],
  ['waitingTask', () => rowsOf({ kind: 'waiting', entity: 'task' })],
  ['myTasks', () => rowsOf({ kind: 'mine', entity: 'task' })],
  ['currentUser', () => rowsOf({ kind: 'caller', entity: 'user' })],
])

const alertsWhere =
  (filter: Record<string, unknown>): First =>
  () =>
    counted(
      rowsOf({
        kind: 'filter',
        entity: 'alert',
        from: { kind: 'all', entity: 'alert' },
        filter,
        path: 'query[0]',
      }),
    )

const countedLink =
  (entity: Entity, parameter: string, step: string): First =>
  (given) =>
    counted(
      rowsOf(linked({ kind: 'one', entity, idOrName: textParameter(given, parameter) }, step)),
    )

const countedAll = (entity: Entity): First => {
  return () => counted(rowsOf({ kind: 'all', entity }))
}

const countSteps: ReadonlyMap<string, First> = new Map<string, First>([
  ['countAlert', countedAll('alert')],
  ['countUnreadAlert', alertsWhere({ read: false })],
  ['countImportedAlert', alertsWhere({ imported: true })],
  ['countCase', countedAll('case')],
  ['countUser', countedAll('user')],
  ['countOrganisation', countedAll('organisation')],
  ['countRelatedAlert', countedLink('case', 'caseId', 'alerts')],
  ['countTask', countedLink('case', 'caseId', 'tasks')],
  ['countCaseObservable', countedLink('case', 'caseId', 'observables')],
  ['countAlertObservable', countedLink('alert', 'alertId', 'observables')],
])

const firstSteps = (version: Version): ReadonlyMap<string, First> =>
  version === 0 ? start : new Map([...start, ...countSteps])

const finish = (plan: Plan): Finished => ({ finished: plan })

/** On any list of results. */
const endings: readonly [string, Next][] = [
  ['sort', (plan, step) => ({ ...plan, sort: readSort(step) })],
  ['page', (plan, step) => finish({ ...plan, page: readPage(step) })],
  ['count', (plan) => finish(counted(plan))],
  ['limitedCount', (plan) => finish(counted(plan))],
]

const filter: Next = (plan, { _name, ...filter }, { index }) => {
  const { entity } = plan.source
  const path = `query[${index}]`
  return { ...plan, source: { kind: 'filter', entity, from: plan.source, filter, path } }
}

const similar =
  (answer: 'similarCases' | 'similarAlerts', parameter: string): Next =>
  (plan, step, { index }) => ({
    ...rowsOf(plan.source),
    answer,
    resultFilter: { filter: step[parameter], path: `query[${index}].${parameter}` },
  })

const nextSteps = (plan: Plan, version: Version): ReadonlyMap<string, Next> => {
  const { entity } = plan.source
  if (plan.answer !== 'rows') return new Map(endings)
  const steps = new Map<string, Next>([['filter', filter], ...endings])
  for (const step of Object.keys(links[entity])) {
    steps.set(step, ({ source }) => rowsOf(linked(source, step)))
  }
  if (version === 0 && entity === 'alert') {
    steps.set('withObservables', (current) => ({ ...current, withObservables: true }))
  }
  if (version === 1 && (entity === 'alert' || entity === 'case')) {
    steps.set('similarCases', similar('similarCases', 'caseFilter'))
    steps.set('similarAlerts', similar('similarAlerts', 'alertFilter'))
  }
  if (entity === 'case') {
    steps.set('linkedCases', ({ source }) => ({ ...rowsOf(source), answer: 'linkedCases' }))
  }
  return steps
}

/** The steps of a request as one plan, or an error that says which steps were possible. */
export function parseSteps(query: unknown, version: Version): Plan {
  if (query === undefined || query === null) {
    throw new AttributeCheckingError('query', [missingAttribute('query')])
  }
  if (!Array.isArray(query)) {
    throw invalidFormat('query', 'query', undefined, [], 'expected a list of steps')
  }
  // guard: query-steps.test.ts
  if (query.length > maxSteps) {
    throw badRequest(`A query can have at most ${maxSteps} steps; this one has ${query.length}`)
  }
  const first = firstSteps(version)
  let state: Plan | Finished | undefined
  for (const [index, given] of query.entries()) {
    const step = isObject(given) ? given : {}
    const place = { version, index }
    if (state === undefined) {
      state = stepOf(first, step, place)(step, place)
      // A count at the start is the whole query.
      if (state.counted) state = finish(state)
      continue
    }
    const plan: Plan | undefined = 'finished' in state ? undefined : state
    const possible: ReadonlyMap<string, Next> = plan ? nextSteps(plan, version) : new Map()
    const next = stepOf(possible, step, place)
    if (plan) state = next(plan, step, place)
  }
  if (state === undefined) {
    const names = [...first.keys()]
    throw invalidFormat(
      'query',
      'query',
      undefined,
      names,
      `expected a first step: ${names.join(', ')}`,
    )
  }
  return 'finished' in state ? state.finished : state
}

const stepOf = <T>(possible: ReadonlyMap<string, T>, step: Step, { index }: Place): T => {
  const name = step._name
  const found = typeof name === 'string' ? possible.get(name) : undefined
  if (found !== undefined) return found
  const names = [...possible.keys()]
  const rest =
    names.length === 0
      ? `expected no further step: the query ended before step ${index + 1}`
      : `expected for step ${index + 1} one of ${names.join(', ')}`
  throw invalidFormat('_name', 'query', name ?? step, names, rest)
}
