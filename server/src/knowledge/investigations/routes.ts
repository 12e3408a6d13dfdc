import {
  contract,
  type Investigation,
  type InvestigationTally,
  type InvestigationValue,
} from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { badRequest, notFound, searchError } from '../../domain/errors.ts'
import { tallyOf } from '../../domain/investigation.ts'
import { parseRange, parseSort, type Sort } from '../../domain/page.ts'
import { mispEvent, stixBundle } from '../../domain/report-exchange.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { headlinesOfMany } from '../values/headline.ts'
import { wantedOf } from '../values/named.ts'
import { seesAll, shownTo } from '../values/visible.ts'
import { detailOf } from './detail.ts'
import { exchangedInvestigation, exchangedValues } from './exchange.ts'
import { relationsAmong } from './relations.ts'
import {
  addTo,
  type CaseOf,
  casesOf,
  type InvestigationRow,
  listOf,
  newInvestigationId,
  newValuesOf,
  requireInvestigation,
  setCases,
  sortFields,
} from './store.ts'
import { talliesOf } from './tally.ts'

/** Each row is counted on every read: one page is enough. */
const maxPage = 100

/** Investigations: values with a name, shared in the organization. */
export function investigationRoutes(route: Route, deps: Deps): void {
  const { db, clock, dialect } = deps

  const viewsOf = async (
    caller: Caller,
    rows: readonly InvestigationRow[],
  ): Promise<Investigation[]> => {
    const ids = rows.map(({ id }) => id)
    const [tallies, cases] = await Promise.all([
      talliesOf(db, caller.organization, ids, seesAll(deps, caller)),
      casesOf(db, caller.organization, ids),
    ])
    return rows.map((row) => view(row, tallies.get(row.id) ?? emptyTally, cases.get(row.id) ?? []))
  }
  const viewOf = async (caller: Caller, id: string): Promise<Investigation> => {
    const row = await requireInvestigation(db, caller.organization, id)
    const [found] = await viewsOf(caller, [row])
    if (!found) throw notFound('investigation', id)
    return found
  }

  /** The change, its audit entry and, once both are stored, the event of the streams. */
  const change = async (
    call: { readonly caller: Caller; readonly origin: Origin },
    operation: 'create' | 'update' | 'delete',
    id: string,
    work: (tx: Db) => Promise<Record<string, unknown>>,
  ): Promise<void> => {
    const { login, organization } = call.caller
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const details = await work(tx)
      await audit(tx, { login, ...call.origin }, now, {
        action: `investigation.${operation}`,
        objectType: 'investigation',
        objectId: id,
        organization,
        details,
      })
    })
    deps.bus.publish({
      organization,
      operation,
      objectType: 'investigation',
      objectId: id,
      rootId: id,
      user: login,
      date: now,
      details: {},
    })
  }

  /** First in a change: concurrent changes wait for its end. */
  const touch = async (tx: Db, caller: Caller, id: string, set: Partial<InvestigationRow>) => {
    const row = await requireInvestigation(tx, caller.organization, id)
    await tx
      .updateTable('investigations')
      .set({ ...set, updated_at: clock.now(), updated_by: caller.login })
      .where(ownedRow(caller.organization, id))
      .execute()
    return row
  }

  route(contract.createInvestigation, async ({ caller, origin, input }) => {
    const id = newInvestigationId()
    const { organization, login } = caller
    const { tlp = 2, pap = 2, values = [], jobIds = [] } = input
    const name = input.name.trim()
    const added = { values: await newValuesOf(values), jobIds }
    await change({ caller, origin }, 'create', id, async (tx) => {
      await tx
        .insertInto('investigations')
        .values({ id, organization, name, tlp, pap, created_at: clock.now(), created_by: login })
        .execute()
      await addTo(tx, organization, id, added)
      return { name, values: values.length, jobs: jobIds.length }
    })
    return viewOf(caller, id)
  })

  route(contract.listInvestigations, async ({ caller, input }) => {
    if (input.query !== undefined)
      throw badRequest(
        'query is not supported here; use text, mine, caseId, dataType, data and hash',
      )
    const { text, mine, caseId, dataType, data, hash } = input
    if (dataType === undefined && (data !== undefined || hash !== undefined))
      throw badRequest('dataType is missing')
    const page = parseRange(input.range)
    const { rows, total } = await listOf(
      db,
      dialect,
      caller.organization,
      {
        text: text === '' ? undefined : text,
        createdBy: mine ? caller.login : undefined,
        caseId,
        value: dataType === undefined ? undefined : valueIn(dataType, data, hash),
        sort: sortOf(input.sort),
      },
      { ...page, limit: Math.min(page.limit, maxPage) },
    )
    return rowsInMemory(await viewsOf(caller, rows), total)
  })

  const wholeOf = async (caller: Caller, id: string) => {
    const row = await requireInvestigation(db, caller.organization, id)
    const detail = await detailOf(db, caller.organization, id, seesAll(deps, caller))
    return { row, ...detail }
  }

  /** The same, and the answer about each value in one sentence. */
  const exportedOf = async (caller: Caller, id: string) => {
    const { row, values } = await wholeOf(caller, id)
    const headlines = new Map<string, string>()
    for (let start = 0; start < values.length; start += headlinesAtOnce) {
      const some = values.slice(start, start + headlinesAtOnce).map(namedOf)
      const mayShow = shownTo(deps, caller)
      for (const [key, text] of await headlinesOfMany(db, caller.organization, some, mayShow))
        headlines.set(key, text)
    }
    return { row, values, headlines }
  }

  route(contract.getInvestigation, async ({ caller, params: { id } }) => {
    const { row, values, jobs } = await wholeOf(caller, id)
    const cases = await casesOf(db, caller.organization, [id])
    // Of the same moment as the values, or the groups of a page would not add up.
    const tally = tallyOf(values.map(({ state }) => [state, 1]))
    return {
      ...view(row, tally, cases.get(id) ?? []),
      values,
      jobs,
      jobIds: jobs.map((job) => job.id),
    }
  })

  route(contract.updateInvestigation, async ({ caller, origin, params: { id }, input }) => {
    const { caseIds, name, tlp, pap } = input
    await change({ caller, origin }, 'update', id, async (tx) => {
      await touch(tx, caller, id, {
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(tlp === undefined ? {} : { tlp }),
        ...(pap === undefined ? {} : { pap }),
      })
      if (caseIds) await setCases(tx, caller.organization, id, caseIds, clock.now())
      return { ...input }
    })
    return viewOf(caller, id)
  })

  route(contract.addToInvestigation, async ({ caller, origin, params: { id }, input }) => {
    const { values = [], jobIds = [] } = input
    const added = { values: await newValuesOf(values), jobIds }
    await change({ caller, origin }, 'update', id, async (tx) => {
      const { name } = await touch(tx, caller, id, {})
      await addTo(tx, caller.organization, id, added)
      return { name, values: values.length, jobs: jobIds.length }
    })
    return viewOf(caller, id)
  })

  route(contract.deleteInvestigation, async ({ caller, origin, params: { id } }) => {
    const { organization } = caller
    await change({ caller, origin }, 'delete', id, async (tx) => {
      const { name } = await requireInvestigation(tx, organization, id)
      await tx.deleteFrom('investigations').where(ownedRow(organization, id)).execute()
      return { name }
    })
  })

  route(contract.investigationRelations, async ({ caller, params: { id }, input }) => {
    const { values } = await wholeOf(caller, id)
    const all = seesAll(deps, caller)
    // Reports hold relations: a reader sees none of values in no case and no alert.
    const known = all ? values : values.filter(({ cases, alerts }) => cases.length + alerts > 0)
    return relationsAmong(db, caller.organization, known, input.limit ?? 60, all)
  })

  route(contract.investigationAsStix, async ({ caller, params: { id } }) => {
    const { row, values, headlines } = await exportedOf(caller, id)
    return stixBundle(exchangedInvestigation(row, values, headlines))
  })
  route(contract.investigationAsMisp, async ({ caller, params: { id } }) => {
    const { row, values, headlines } = await exportedOf(caller, id)
    return mispEvent(exchangedInvestigation(row, values, headlines))
  })
  route(contract.investigationValuesAsStix, async ({ caller, params: { id }, input }) => {
    const { row, values, headlines } = await exportedOf(caller, id)
    return stixBundle(exchangedValues(row, values, input.keys, headlines))
  })
  route(contract.investigationValuesAsMisp, async ({ caller, params: { id }, input }) => {
    const { row, values, headlines } = await exportedOf(caller, id)
    return mispEvent(exchangedValues(row, values, input.keys, headlines))
  })
}

const headlinesAtOnce = 500

const namedOf = ({ dataType, data, hash }: InvestigationValue) =>
  wantedOf({
    dataType,
    ...(hash === undefined ? { data: data ?? '' } : { hash }),
  })

const emptyTally = tallyOf([])

function view(
  row: InvestigationRow,
  tally: InvestigationTally,
  held: readonly CaseOf[],
): Investigation {
  const cases = held.map(({ id, number, title }) => ({ id, number, title }))
  return {
    id: row.id,
    name: row.name,
    tlp: row.tlp,
    pap: row.pap,
    createdBy: row.created_by,
    createdAt: row.created_at,
    ...(row.updated_by === null ? {} : { updatedBy: row.updated_by }),
    ...(row.updated_at === null ? {} : { updatedAt: row.updated_at }),
    tally,
    caseIds: cases.map(({ id }) => id),
    cases,
  }
}

const valueIn = (dataType: string, data: string | undefined, hash: string | undefined) =>
  wantedOf({
    dataType,
    ...(data === undefined ? {} : { data }),
    ...(hash === undefined ? {} : { hash }),
  }).key

function sortOf(given: string | string[] | undefined): Sort[] {
  const sort = parseSort(given === undefined ? ['-createdAt'] : [given].flat())
  const unknown = sort.find(({ field }) => !sortFields.includes(field))
  if (unknown)
    throw searchError(`sort must be one of ${sortFields.join(', ')}, optionally prefixed with -`)
  return sort
}
