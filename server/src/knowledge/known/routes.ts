import { contract, maxListed, type ValueFilter, type ValueTotal } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { type Page, parseRange } from '../../domain/page.ts'
import type { Route } from '../../http/route.ts'
import { seesAll, shownTo } from '../values/visible.ts'
import { queryOf } from './filter.ts'
import { settle } from './keep.ts'
import { listedValues, pageOf, type SortKey, totalOf } from './list.ts'
import { timelineOf } from './timeline.ts'

const maxPage = 200

/** A page that is not full is the last one: what it holds need not be counted, which would read everything again. */
const foundBy = (count: number, { offset, limit }: Page): ValueTotal | undefined =>
  count < limit && (count > 0 || offset === 0)
    ? { count: offset + count, atLeast: false }
    : undefined

const defaultSteps = 90

/** Every observable that the organization knows. */
export function knownRoutes(route: Route, deps: Deps): void {
  const { db, dialect } = deps
  const query = (caller: Caller, filter: ValueFilter) =>
    queryOf(db, caller, filter, !seesAll(deps, caller))

  route(contract.listValues, async ({ caller, input }) => {
    const { sort = '-lastSeen', range, ...filter } = input
    const { offset, limit } = parseRange(range ?? '0-50')
    // guard: server/test/values/known.test.ts
    if (offset >= maxListed)
      throw badRequest(`range is limited to the first ${maxListed} observables; narrow the filters`)
    const isComplete = await settle(deps, caller.organization)
    const wanted = await query(caller, filter)
    const page = { offset, limit: Math.min(limit, maxPage) }
    const order = { by: sort.slice(1) as SortKey, descending: sort.startsWith('-') }
    const keys = await pageOf(db, dialect, wanted, order, page)
    const [rows, found, all] = await Promise.all([
      listedValues(db, caller.organization, keys, shownTo(deps, caller)),
      foundBy(keys.length, page) ?? totalOf(db, dialect, wanted),
      totalOf(db, dialect, await query(caller, {})),
    ])
    const { text, ...others } = filter
    const isNarrowed = Object.values(others).some((value) => value !== undefined)
    const outside =
      found.count === 0 && text !== undefined && isNarrowed
        ? await totalOf(db, dialect, await query(caller, { text }))
        : undefined
    return { rows, found, all, ...(outside ? { outside } : {}), isComplete }
  })

  route(contract.countValues, async ({ caller, input }) => {
    await settle(deps, caller.organization)
    const totals = []
    for (const filter of input.filters)
      totals.push(await totalOf(db, dialect, await query(caller, filter)))
    return totals
  })

  route(contract.valueTimeline, async ({ caller, input }) => {
    const { steps = defaultSteps, ...filter } = input
    await settle(deps, caller.organization)
    const wanted = await query(caller, filter)
    return timelineOf(db, dialect, wanted, steps, deps.clock.now())
  })
}
