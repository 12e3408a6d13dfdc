import {
  contract,
  type KnownValue,
  type SearchKind,
  type SearchResult,
  searchKinds,
  type VerdictLevel,
} from '@assay/contract'
import { detect, refang } from '@assay/contract/detect'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { type Page, parseRange } from '../../domain/page.ts'
import { type NamedValue, valueKey } from '../../domain/values/key.ts'
import type { Route } from '../../http/route.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { knownValues, searchKnown } from './search.ts'
import { seesAll } from './visible.ts'

const maxHits = 100
/** Of each kind; narrow the search to see more. */
const maxCounted = 1000
/** As the contract has it. */
const endOfTime = 8.64e15

interface Search {
  readonly deps: Deps
  readonly organization: string
  readonly text: string
  readonly page: Page
  readonly seesJobs: boolean
  readonly levels: readonly VerdictLevel[] | undefined
  readonly since: number | undefined
  readonly until: number | undefined
}

/** One field for all of it. */
export function globalSearchRoute(route: Route, deps: Deps): void {
  route(contract.searchEverything, async ({ caller, input }) => {
    const range = parseRange(input.range ?? '0-5')
    const search: Search = {
      deps,
      organization: caller.organization,
      text: refang(input.text.trim()),
      page: { offset: range.offset, limit: Math.min(range.limit, maxHits) },
      seesJobs: seesAll(deps, caller),
      levels: input.level?.length ? input.level : undefined,
      since: input.since,
      until: input.until,
    }
    const kinds = new Set<SearchKind>(input.kinds ?? searchKinds)
    // Only values have a verdict.
    const wanted = search.levels ? new Set([...kinds].filter((kind) => kind === 'values')) : kinds
    const result: SearchResult = {}
    if (search.text === '' && !search.levels) return result
    if (wanted.has('values')) result.values = await values(search)
    if (wanted.has('cases')) result.cases = await cases(search)
    if (wanted.has('alerts')) result.alerts = await alerts(search)
    if (wanted.has('tasks')) result.tasks = await tasks(search)
    if (wanted.has('investigations')) result.investigations = await investigations(search)
    if (wanted.has('jobs') && search.seesJobs) result.jobs = await jobs(search)
    return result
  })
}

async function values(search: Search) {
  const { deps, organization, text, page, seesJobs, levels, since, until } = search
  const query = { text: text === '' ? undefined : text, onlyHeld: !seesJobs, levels, since, until }
  const { rows, total } = await searchKnown(deps.db, deps.dialect, organization, query, page)
  if (page.offset > 0 || text === '') return { total: Math.min(total, maxCounted), hits: rows }
  const exact = (await exactValues(deps, organization, text)).filter(
    ({ cases, alerts, level, changedAt }) =>
      (seesJobs || cases.length + alerts > 0) &&
      (levels === undefined || (level !== null && levels.includes(level))) &&
      changedAt >= (since ?? 0) &&
      changedAt < (until ?? Number.POSITIVE_INFINITY),
  )
  const nameOf = ({ dataType, data, hash }: KnownValue) => `${dataType} ${hash ?? data}`
  const begun = rows.filter(({ data, hash }) => isHashBegun(hash ?? data ?? '', text))
  const hits = new Map([...exact, ...begun, ...rows].map((value) => [nameOf(value), value]))
  return {
    total: Math.min(Math.max(total, exact.length), maxCounted),
    hits: [...hits.values()].slice(0, page.limit),
  }
}

/** The beginning of a hash names it, as people read hashes out. */
const isHashBegun = (value: string, text: string) =>
  /^[0-9a-f]{8,}$/i.test(text) &&
  /^[0-9a-f]+$/i.test(value) &&
  value.toLowerCase().startsWith(text.toLowerCase())

/** A complete value means exactly that one, however new others are. */
async function exactValues(deps: Deps, organization: string, text: string): Promise<KnownValue[]> {
  const { dataType, value, alternatives } = detect(text)
  const named: NamedValue[] = [dataType, ...alternatives].map((type) => ({
    dataType: type,
    data: value,
  }))
  if (/^[0-9a-f]{64}$/i.test(text)) named.push({ dataType: 'file', hash: text })
  const keys = [...new Set(named.map(valueKey))]
  const found = await knownValues(deps.db, organization, keys)
  return found.filter(({ level }) => level !== null)
}

const hasText = ({ deps, text }: Search, column: string) =>
  deps.dialect.hasPart(sql.ref(column), { text, position: 'anywhere', anyCase: true })

/** `#9` and `9` are numbers of cases. */
const numberIn = (text: string) => {
  const [, digits] = /^#?(\d{1,9})$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits)
}

async function cases(search: Search) {
  const { deps, organization, text } = search
  const number = numberIn(text)
  const found = deps.db
    .selectFrom('cases')
    .where('organization', '=', organization)
    .where('created_at', '>=', search.since ?? 0)
    .where('created_at', '<', search.until ?? endOfTime)
    .where((eb) =>
      eb.or([
        ...(number === undefined ? [] : [eb('number', '=', number)]),
        ...(text.startsWith('#') ? [] : [hasText(search, 'cases.title')]),
        eb('id', '=', text),
      ]),
    )
  const rows = await found
    .select(['id', 'number', 'title', 'status', 'severity', 'created_at'])
    .orderBy(sql`case when number = ${number ?? -1} then 0 else 1 end`)
    .orderBy('number', 'desc')
    .$call(onPage(search))
  return {
    total: await totalOf(found.select('id')),
    hits: rows.map(({ created_at: createdAt, ...row }) => ({ ...row, createdAt })),
  }
}

/** Of an alert, as its source calls it: `MAI-1777` is typed in lowercase, too. */
const isReference = (text: string) => sql<SqlBool>`lower(source_ref) = ${text.toLowerCase()}`

async function alerts(search: Search) {
  const { deps, organization, text } = search
  const found = deps.db
    .selectFrom('alerts')
    .where('organization', '=', organization)
    .where('date', '>=', search.since ?? 0)
    .where('date', '<', search.until ?? endOfTime)
    .where((eb) =>
      eb.or([
        hasText(search, 'alerts.title'),
        isReference(text),
        eb('source', '=', text),
        eb('id', '=', text),
      ]),
    )
  const rows = await found
    .select(['id', 'title', 'source', 'source_ref', 'read', 'date'])
    .orderBy(sql`case when ${isReference(text)} then 0 else 1 end`)
    .orderBy('date', 'desc')
    .$call(onPage(search))
  return {
    total: await totalOf(found.select('id')),
    hits: rows.map(({ source_ref: sourceRef, read, ...row }) => ({
      ...row,
      sourceRef,
      isRead: read === 1,
    })),
  }
}

async function tasks(search: Search) {
  const { deps, organization } = search
  const found = deps.db
    .selectFrom('tasks')
    .where('organization', '=', organization)
    .where('created_at', '>=', search.since ?? 0)
    .where('created_at', '<', search.until ?? endOfTime)
    .where(hasText(search, 'tasks.title'))
  const rows = await found
    .select(['id', 'title', 'status', 'case_id'])
    .orderBy('created_at', 'desc')
    .$call(onPage(search))
  return {
    total: await totalOf(found.select('id')),
    hits: rows.map(({ case_id: caseId, ...row }) => ({ ...row, caseId })),
  }
}

async function investigations(search: Search) {
  const { deps, organization, text } = search
  const found = deps.db
    .selectFrom('investigations')
    .where('organization', '=', organization)
    .where('created_at', '>=', search.since ?? 0)
    .where('created_at', '<', search.until ?? endOfTime)
    .where((eb) => eb.or([hasText(search, 'investigations.name'), eb('id', '=', text)]))
  const rows = await found
    .select(['id', 'name', 'created_by', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('investigation_values')
        .whereRef('investigation_values.investigation_id', '=', 'investigations.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('values'),
    )
    .orderBy('created_at', 'desc')
    .$call(onPage(search))
  return {
    total: await totalOf(found.select('id')),
    hits: rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdBy: row.created_by,
      createdAt: row.created_at,
      values: Number(row.values ?? 0),
    })),
  }
}

/** Only by its id: the others are reached through values. */
async function jobs({ deps, organization, text, since, until }: Search) {
  const rows = await deps.db
    .selectFrom('jobs')
    .select(['id', 'worker_name', 'data_type', 'data', 'status', 'created_at'])
    .select(['attachment_id', 'attachment_name'])
    .where(ownedRow(organization, text))
    .where('created_at', '>=', since ?? 0)
    .where('created_at', '<', until ?? endOfTime)
    .where('status', '!=', 'Deleted')
    .execute()
  return {
    total: rows.length,
    hits: rows.map((row) => ({
      id: row.id,
      analyzer: row.worker_name,
      dataType: row.data_type,
      ...(row.data === null ? {} : { data: row.data.slice(0, 500) }),
      ...(row.attachment_id === null ? {} : { hash: row.attachment_id }),
      ...(row.attachment_name === null ? {} : { filename: row.attachment_name }),
      status: row.status,
      createdAt: row.created_at,
    })),
  }
}

const onPage =
  ({ page }: Search) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    query.modifyFront(slowly).offset(page.offset).limit(page.limit).execute()

const totalOf = async <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  (await query.modifyFront(slowly).limit(maxCounted).execute()).length
