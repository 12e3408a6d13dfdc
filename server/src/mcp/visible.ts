import { type AlertV0, ApiError, type CaseV0, type Job, type ObservableV0 } from '@assay/contract'
import { sql } from 'kysely'
import { type NamedValue, normalised } from '../domain/values/key.ts'
import { nothing, type ToolContext } from './tool.ts'

// What a key sees. Every row that a tool shows, counts or acts on is read by one of these, which leave out whatever is
// above the key's TLP, and whatever is inside of that: filters of the search itself, so that totals are right, too.

type Filter = Readonly<Record<string, unknown>>

const upTo = (maxTlp: number): Filter => ({ _lte: { _field: 'tlp', _value: maxTlp } })

const both = (...filters: (Filter | undefined)[]): Filter => ({
  _and: filters.filter((one) => one !== undefined),
})

/** In a case or an alert that is visible itself. */
const inVisible = (maxTlp: number): Filter => ({
  _or: ['case', 'alert'].map((_type) => ({ _parent: { _type, _query: upTo(maxTlp) } })),
})

export const visibleObservables = (maxTlp: number, filter: Filter): Filter =>
  both(upTo(maxTlp), inVisible(maxTlp), filter)

export interface Rows<T> {
  readonly rows: readonly T[]
  readonly total: number
}

/** Newest first; version 0 of these calls finds by what is around and inside of a row. */
const page = (query: Filter, limit: number) => ({ query, range: `0-${limit}`, sort: '-createdAt' })

export const listedCases = (
  { calls, key }: ToolContext,
  filter: Filter,
  limit: number,
): Promise<Rows<CaseV0>> => calls.searchCases(page(both(upTo(key.maxTlp), filter), limit))

export const listedAlerts = (
  { calls, key }: ToolContext,
  filter: Filter,
  limit: number,
): Promise<Rows<AlertV0>> => calls.searchAlerts(page(both(upTo(key.maxTlp), filter), limit))

export const listedObservables = (
  { calls, key }: ToolContext,
  filter: Filter,
  limit: number,
): Promise<Rows<ObservableV0>> =>
  calls.searchObservables(page(visibleObservables(key.maxTlp, filter), limit))

/** By id or number. */
export async function requireCase(context: ToolContext, id: string): Promise<CaseV0> {
  const filter = /^#?\d{1,15}$/.test(id)
    ? { _field: 'caseId', _value: Number(id.replace('#', '')) }
    : { _field: '_id', _value: id }
  const [found] = (await listedCases(context, filter, 1)).rows
  // guard: server/test/agents/above-limit.test.ts
  if (!found) throw nothing('Case', id)
  return found
}

export async function requireAlert(context: ToolContext, id: string): Promise<AlertV0> {
  const [found] = (await listedAlerts(context, { _field: '_id', _value: id }, 1)).rows
  // guard: server/test/agents/above-limit.test.ts
  if (!found) throw nothing('Alert', id)
  return found
}

export async function requireObservable(context: ToolContext, id: string): Promise<ObservableV0> {
  const [found] = (await listedObservables(context, { _field: '_id', _value: id }, 1)).rows
  // guard: server/test/agents/above-limit.test.ts
  if (!found) throw nothing('Observable', id)
  return found
}

/** The case or alert around it, by which its PAP is judged. */
export async function holderOf(
  { calls, key }: ToolContext,
  observableId: string,
): Promise<{ readonly pap: number } | undefined> {
  for (const step of ['case', 'alert']) {
    const rows = await calls.query({
      query: [
        { _name: 'getObservable', idOrName: observableId },
        { _name: step },
        { _name: 'filter', ...upTo(key.maxTlp) },
      ],
    })
    const [found] = rows as unknown as { pap: number }[]
    if (found) return found
  }
  return undefined
}

/** Of so many of the newest; more are not looked at, and not counted. */
const maxLookedJobs = 500

/** Of analyzers; a user who may not see jobs sees none. */
export async function listedJobs(
  context: ToolContext,
  filter: Filter,
  limit: number,
): Promise<Rows<Job>> {
  const { calls, key } = context
  const query = both(upTo(key.maxTlp), { _field: 'type', _value: 'analyzer' }, filter)
  try {
    const range = `0-${maxLookedJobs}`
    const { rows } = await calls.searchJobs({ query, range, sort: '-createdAt' })
    const hidden = await hiddenJobs(
      context,
      rows.map(({ id }) => id),
    )
    // guard (open = rows): server/test/agents/above-limit-jobs.test.ts
    const visible = rows.filter(({ id }) => !hidden.has(id))
    return { rows: visible.slice(0, limit), total: visible.length }
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return { rows: [], total: 0 }
    throw error
  }
}

/**
 * A job has the TLP that its observable had, and the case around it may be above the limit: jobs that were started
 * from observables, none of which is visible, are not visible either.
 */
export async function hiddenJobs(
  { deps, caller, key }: ToolContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const max = sql.lit(key.maxTlp)
  const isVisible = sql<number>`case when observables.tlp <= ${max}
    and (cases.tlp <= ${max} or alerts.tlp <= ${max}) then 1 else 0 end`
  const rows = await deps.db
    .selectFrom('observable_jobs')
    .innerJoin('observables', 'observables.id', 'observable_jobs.observable_id')
    .leftJoin('cases', 'cases.id', 'observables.case_id')
    .leftJoin('alerts', 'alerts.id', 'observables.alert_id')
    .select('observable_jobs.engine_job_id as id')
    .select(sql<number>`max(${isVisible})`.as('visible'))
    .where('observable_jobs.organization', '=', caller.organization)
    .where('observable_jobs.engine_job_id', 'in', [...ids])
    .groupBy('observable_jobs.engine_job_id')
    .execute()
  return new Set(rows.flatMap(({ id, visible }) => (Number(visible) === 0 ? [id] : [])))
}

export async function requireJob(context: ToolContext, id: string): Promise<Job> {
  const [found] = (await listedJobs(context, { _field: '_id', _value: id }, 1)).rows
  // guard: server/test/agents/above-limit.test.ts
  if (!found) throw nothing('Job', id)
  return found
}

/** Which of these jobs are visible. */
export async function visibleJobs(
  context: ToolContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const wanted = [...new Set(ids)].slice(0, maxLookedJobs)
  const { rows } = await listedJobs(
    context,
    { _in: { _field: '_id', _values: wanted } },
    maxLookedJobs,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Finds a value in observables and in jobs, which know the text as it was written. */
export function valueFilter(value: NamedValue): Filter {
  const type = { _field: 'dataType', _value: value.dataType }
  if ('hash' in value) return both(type, { _field: 'attachment.id', _value: value.hash })
  const texts = [...new Set([value.data, normalised(value.dataType, value.data)])]
  return both(type, { _in: { _field: 'data', _values: texts } })
}
