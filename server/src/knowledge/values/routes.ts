import { contract, type VerdictLevel } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { badRequest, searchError } from '../../domain/errors.ts'
import { parseRange } from '../../domain/page.ts'
import { mayCall } from '../../domain/roles.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { findWatch } from '../../storage/rows/watch-rows.ts'
import { reasonsFrom, techniquesIn, verdictFrom } from './answers.ts'
import { decisionPart, knownOf } from './decisions.ts'
import { valueDetail } from './detail.ts'
import { globalSearchRoute } from './global-search.ts'
import { headlineOfUnknown, headlinesOfMany } from './headline.ts'
import { holdersOf } from './holders.ts'
import { impactOf } from './impact.ts'
import { wantedOf } from './named.ts'
import { relationsOf } from './relations.ts'
import { countKnown, searchKnown } from './search.ts'
import { isHeld, seesAll, shownTo } from './visible.ts'

const maxPage = 500

/** Verdicts of values, wherever a value is shown; see `engine/values` for who writes them. */
export function valueRoutes(route: Route, deps: Deps): void {
  const { db, dialect, clock } = deps

  route(contract.valueImpact, ({ caller, input }) =>
    impactOf(db, caller.organization, wantedOf(input), clock.now()),
  )

  route(contract.valueVerdicts, async ({ caller, input }) => {
    const { organization } = caller
    const wanted = input.values.map(wantedOf)
    const [{ answers, decisions }, held] = await Promise.all([
      knownOf(
        db,
        organization,
        wanted.map(({ key }) => key),
        input.caseId,
      ),
      holdersOf(db, organization, wanted),
    ])
    const all = seesAll(deps, caller)
    const headlines = await headlinesOfMany(
      db,
      organization,
      wanted,
      shownTo(deps, caller),
      answers,
    )
    return wanted.map(({ key }) => {
      const headline = headlines.get(key)
      const rows = all || isHeld(held.get(key)) ? (answers.get(key) ?? []) : []
      const { cases = [], alerts = 0 } = held.get(key) ?? {}
      const reasons = reasonsFrom(rows)
      return {
        ...verdictFrom(rows),
        ...(headline === undefined ? {} : { headline }),
        reasons: reasons.slice(0, 2),
        ...(input.techniques ? { techniques: techniquesIn(reasons) } : {}),
        cases,
        alerts,
        ...decisionPart(decisions.get(key), rows),
      }
    })
  })

  route(contract.searchValues, async ({ caller, input }) => {
    if (input.query !== undefined)
      throw badRequest(
        'query is not supported here; use level, since, until, inCase, dataType and text',
      )
    const { level, since, until, inCase, dataType, text } = input
    const page = parseRange(input.range)
    const found = await searchKnown(
      db,
      dialect,
      caller.organization,
      {
        levels: level === undefined ? undefined : listOf(level),
        since,
        until,
        inCase,
        dataType,
        text: text === '' ? undefined : text,
        onlyHeld: !seesAll(deps, caller),
        oldestFirst: isOldestFirst(input.sort),
      },
      { ...page, limit: Math.min(page.limit, maxPage) },
    )
    const named = found.rows.map(({ dataType, data, hash }) =>
      wantedOf({ dataType, ...(hash === undefined ? { data: data ?? '' } : { hash }) }),
    )
    const headlines = await headlinesOfMany(db, caller.organization, named, shownTo(deps, caller))
    const rows = found.rows.map((row, at) => {
      const headline = headlines.get(named[at]?.key ?? '')
      return headline === undefined ? row : { ...row, headline }
    })
    return rowsInMemory(rows, found.total)
  })

  route(contract.valueStats, async ({ caller, input }) => {
    const stepMs = input.by === 'hour' ? hour : 24 * hour
    const steps = (deps.clock.now() - input.since) / stepMs
    if (steps > maxSteps)
      throw badRequest(`since is limited to ${maxSteps} ${input.by ?? 'day'}s; use days instead`)
    const query = { since: input.since, onlyHeld: !seesAll(deps, caller) }
    const counts = await countKnown(db, dialect, caller.organization, query, stepMs)
    const first = Math.floor(input.since / stepMs) * stepMs
    const shown = []
    for (let at = first; at <= deps.clock.now(); at += stepMs) {
      const of = (level: VerdictLevel) =>
        counts
          .filter((one) => one.at === at && one.level === level)
          // What an analyst decided is counted apart by the database.
          .reduce((sum, { count }) => sum + count, 0)
      shown.push({
        at,
        malicious: of('malicious'),
        suspicious: of('suspicious'),
        safe: of('safe'),
        none: of('none'),
      })
    }
    return shown
  })

  route(contract.getValue, async ({ caller, input }) => {
    const { caseId, ...name } = input
    const wanted = wantedOf(name)
    const all = seesAll(deps, caller)
    const [found, watch] = await Promise.all([
      valueDetail(
        db,
        caller.organization,
        wanted,
        all,
        shownTo(deps, caller),
        deps.clock.now(),
        caseId,
      ),
      mayCall(caller.roles, contract.watchValue.roles)
        ? findWatch(db, caller, wanted.key)
        : undefined,
    ])
    const detail = watch
      ? { ...found, watch: { id: watch.id, every: watch.every ?? ('none' as const) } }
      : found
    if (all || detail.seenIn.cases + detail.seenIn.alerts > 0) return detail
    // As if it had never been seen: neither what was said nor that it was analyzed.
    const { dataType, data, hash, notAsked, sightings, investigations, seenIn } = detail
    return {
      dataType,
      ...(data === undefined ? {} : { data }),
      ...(hash === undefined ? {} : { hash }),
      verdict: { level: null, asked: 0, answered: 0 },
      decisions: [],
      headline: headlineOfUnknown(wanted, notAsked.length + detail.answers.length > 0),
      reasons: [],
      answers: [],
      sightings,
      investigations,
      seenIn,
      changes: [],
      history: { runs: [], isCut: false },
      running: [],
      notAsked: [
        ...notAsked,
        ...detail.answers.map(({ analyzerId: id, analyzer: name }) => ({ id, name })),
      ],
    }
  })

  route(contract.valueRelations, async ({ caller, input }) => {
    const { organization } = caller
    const center = wantedOf(input)
    const others = (input.among ?? []).map(wantedOf)
    const mayShow = shownTo(deps, caller)
    if (!(await mayShow([center])).has(center.key))
      return {
        center: center.key,
        nodes: [{ key: center.key, ...center.value, level: null, cases: 0 }],
        edges: [],
        left: 0,
      }
    const { depth = 1, limit = 60 } = input
    const shown = await mayShow(others)
    const visible = others.filter(({ key }) => shown.has(key))
    return relationsOf(db, organization, center, visible, depth, limit, mayShow)
  })

  globalSearchRoute(route, deps)
}

const hour = 3_600_000
const maxSteps = 400

const listOf = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T])

function isOldestFirst(sort: string | string[] | undefined): boolean {
  const [first, ...others] = sort === undefined ? [] : listOf(sort)
  if (first === undefined || first === '-changedAt') return false
  if (others.length === 0 && /^\+?changedAt$/.test(first.trim())) return true
  throw searchError('sort must be changedAt or -changedAt')
}
