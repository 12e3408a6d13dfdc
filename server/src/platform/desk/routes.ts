import {
  type AlertOutcome,
  alertOutcomes,
  caseAges,
  contract,
  type Desk,
  type DeskOutcomes,
  type DeskTimes,
  maxDeskDays,
  maxDeskDaysByDay,
} from '@assay/contract'
import { waitingAfter } from '../../domain/desk/numbers.ts'
import { type Piece, piecesOf, runsOf, type Wall, wallOf } from '../../domain/desk/pieces.ts'
import { badRequest } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformDeps } from '../deps.ts'
import {
  acknowledgeTimes,
  type Counted,
  handledAlerts,
  type OutcomesOfSource,
  openCases,
  outcomesBySource,
  receivedAlerts,
  resolveTimes,
  type TimesOfPiece,
  techniqueUse,
  type WorkOfPeople,
  workByPerson,
} from './store.ts'

const hour = 3_600_000
const day = 24 * hour

/** What happened in a period, and what is open now. Only of the organization: nothing that others share with it. */
export function deskRoutes(route: Route, { db, clock }: PlatformDeps): void {
  route(contract.getDesk, async ({ caller, input }) => {
    const { from, to, zone = 'UTC' } = input
    checkPeriod({ from, to })
    return deskOf(db, caller.organization, { from, to }, wallOf(zone), zone, clock.now())
  })
}

// guards: server/test/platform/desk.test.ts
function checkPeriod({ from, to }: Piece): void {
  if (from >= to) throw badRequest('from must be before to. Choose an earlier start or a later end')
  // Once a year a day has an hour more.
  if (to - from > maxDeskDays * day + hour)
    throw badRequest(
      `From ${new Date(from).toISOString()} to ${new Date(to).toISOString()} is too long: the desk shows at most ${maxDeskDays} days. Choose a later start`,
    )
}

async function deskOf(
  db: Db,
  organization: string,
  period: Piece,
  wall: Wall,
  zone: string,
  at: number,
): Promise<Desk> {
  const by = period.to - period.from > maxDeskDaysByDay * day + hour ? 'week' : 'day'
  const pieces = piecesOf(period, by, wall)
  const weeks = by === 'week' ? pieces : piecesOf(period, 'week', wall)
  const [runs, runsOfWeeks] = [runsOf(pieces), runsOf(weeks)]
  const [received, handled, work, acknowledge, resolve, open, sources, techniques] =
    await Promise.all([
      receivedAlerts(db, organization, period, runs),
      handledAlerts(db, organization, period, runs),
      workByPerson(db, organization, at),
      acknowledgeTimes(db, organization, runsOfWeeks),
      resolveTimes(db, organization, runsOfWeeks),
      openCases(db, organization, at),
      outcomesBySource(db, organization, period),
      techniqueUse(db, organization, period),
    ])
  const waiting = work.reduce((sum, { alerts }) => sum + alerts, 0)
  return {
    ...period,
    ...{ zone, at, by },
    alerts: alertsOf(pieces, received, handled, waiting, at),
    times: weeks.map((week, index) => ({
      ...week,
      acknowledge: timesOf(acknowledge, index),
      resolve: timesOf(resolve, index),
    })),
    openCases: open.toSorted(
      (a, b) => b.severity - a.severity || caseAges.indexOf(a.age) - caseAges.indexOf(b.age),
    ),
    ...sourcesOf(sources.rows, sources.sources),
    ...peopleOf(work),
    techniques: techniques.rows.map(({ name, ...use }) => ({
      ...use,
      ...(name !== null && { name }),
    })),
    otherTechniques: techniques.techniques - techniques.rows.length,
  }
}

function alertsOf(
  pieces: readonly Piece[],
  received: readonly Counted[],
  handled: readonly Counted[],
  waiting: number,
  now: number,
): Desk['alerts'] {
  const inPiece = (counts: readonly Counted[], at: number) =>
    counts.find(({ piece }) => piece === at)?.count ?? 0
  const flows = pieces.map((piece, at) => ({
    ...piece,
    received: inPiece(received, at),
    handled: inPiece(handled, at),
  }))
  const later = { received: inPiece(received, -1), handled: inPiece(handled, -1) }
  const counted = waitingAfter(flows, waiting, later, now)
  return flows.map((flow, at) => {
    const left = counted[at]
    return { ...flow, ...(left !== undefined && { waiting: left }) }
  })
}

function timesOf(times: readonly TimesOfPiece[], index: number): DeskTimes {
  const found = times.find(({ piece }) => piece === index)
  return found ? { count: found.count, median: found.median, p90: found.p90 } : { count: 0 }
}

function sourcesOf(
  rows: readonly OutcomesOfSource[],
  sources: number,
): Pick<Desk, 'sources' | 'otherSources'> {
  const bySource = Map.groupBy(rows, ({ source }) => source)
  const total = (outcomes: DeskOutcomes) =>
    alertOutcomes.reduce((sum, outcome) => sum + outcomes[outcome], 0)
  const shown = [...bySource]
    .flatMap(([source, found]) => (source === null ? [] : [{ source, ...outcomesOf(found) }]))
    .toSorted((a, b) => total(b) - total(a) || (a.source < b.source ? -1 : 1))
  const others = bySource.get(null)
  return {
    sources: shown,
    ...(others && { otherSources: { sources: sources - shown.length, ...outcomesOf(others) } }),
  }
}

const outcomesOf = (rows: readonly OutcomesOfSource[]): DeskOutcomes =>
  Object.fromEntries(
    alertOutcomes.map((name) => [name, rows.find(({ outcome }) => outcome === name)?.count ?? 0]),
  ) as Record<AlertOutcome, number>

function peopleOf(work: readonly WorkOfPeople[]): Pick<Desk, 'people' | 'otherPeople'> {
  const numbers = ({ cases, overdue, tasks, alerts }: WorkOfPeople) => ({
    ...{ cases, overdue, tasks, alerts },
  })
  const none = work.find(({ kind }) => kind === 'none')
  const others = work.find(({ kind }) => kind === 'others')
  const people = work.flatMap((row) =>
    row.kind === 'person' && row.login !== null ? [{ login: row.login, ...numbers(row) }] : [],
  )
  return {
    people: [...(none ? [numbers(none)] : []), ...people],
    ...(others && { otherPeople: { people: others.people, ...numbers(others) } }),
  }
}
