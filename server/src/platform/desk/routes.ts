import {
  type AlertOutcome,
  alertOutcomes,
  caseAges,
  contract,
  type Desk,
  type DeskOutcomes,
  maxDeskDays,
  maxDeskDaysByDay,
} from '@assay/contract'
import { waitingAfter } from '../../domain/desk/numbers.ts'
import { type Piece, piecesOf, type Wall, wallOf } from '../../domain/desk/pieces.ts'
import { badRequest } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformDeps } from '../deps.ts'
import {
  acknowledgeTimes,
  countHandled,
  countReceived,
  type OutcomesOfSource,
  openCases,
  outcomesBySource,
  resolveTimes,
  techniqueUse,
  type WorkOfPeople,
  workByPerson,
} from './store.ts'

const hour = 3_600_000
const day = 24 * hour
const endOfTime = 8.64e15

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
  // The last one is what came and went since the period.
  const counted = [...pieces, { from: period.to, to: endOfTime }]
  const [received, handled, work, acknowledge, resolve, open, sources, techniques] =
    await Promise.all([
      countReceived(db, organization, counted),
      countHandled(db, organization, counted),
      workByPerson(db, organization, at),
      acknowledgeTimes(db, organization, weeks),
      resolveTimes(db, organization, weeks),
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
      acknowledge: acknowledge[index] ?? { count: 0 },
      resolve: resolve[index] ?? { count: 0 },
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
  received: readonly number[],
  handled: readonly number[],
  waiting: number,
  now: number,
): Desk['alerts'] {
  const at = (index: number) => ({ received: received[index] ?? 0, handled: handled[index] ?? 0 })
  const flows = pieces.map((piece, index) => ({ ...piece, ...at(index) }))
  const counted = waitingAfter(flows, waiting, at(pieces.length), now)
  return flows.map((flow, index) => {
    const left = counted[index]
    return { ...flow, ...(left !== undefined && { waiting: left }) }
  })
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
