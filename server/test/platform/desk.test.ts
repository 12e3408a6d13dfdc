import type { Desk } from '@assay/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { timesOf } from '../../src/domain/clocks/times.ts'
import { quantileOf } from '../../src/domain/desk/numbers.ts'
import { handledAt } from '../../src/storage/common/handled-alerts.ts'
import { badRequest, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { insertRows, row } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const zone = 'Europe/Berlin'

let lastReference = 0
const newAlert = (source = 'siem') => {
  lastReference += 1
  return { title: 'An alert', description: '', type: 't', source, sourceRef: `r${lastReference}` }
}
const newCase = { title: 'A case', description: 'What happened' }

/** From the start of the app on. */
const deskOf = (app: TestApp, from: number, to = app.clock.now() + 1) =>
  app.as('read').getDesk({ from, to, zone })
const sumOf = ({ alerts }: Desk) => ({
  received: alerts.reduce((sum, { received }) => sum + received, 0),
  handled: alerts.reduce((sum, { handled }) => sum + handled, 0),
  waiting: alerts.at(-1)?.waiting,
})

describe.each(databases)('$name: the desk', ({ open }) => {
  it('counts alerts when they came and when they were handled, in whatever way', async () => {
    const app = await makePlatformApp(open)
    const from = app.clock.now()
    const client = app.as('analyze')
    const make = async () => (await client.createAlert(newAlert()))._id
    const ids = [await make(), await make(), await make(), await make(), await make()]
    const [read = '', dismissed = '', promoted = '', again = ''] = ids
    app.clock.advance(2 * day)
    await client.updateAlertV1({ id: read }, { read: true })
    await client.updateAlertV1({ id: dismissed }, { dismissal: 'benign' })
    const { _id: caseId } = await client.promoteAlert({ id: promoted })
    await client.updateAlertV1({ id: again }, { read: true })
    app.clock.advance(2 * day)
    // A later change of a handled alert does not move it, and one that waits again is not handled.
    await client.updateAlertV1({ id: read }, { title: 'Another title' })
    await client.updateAlertV1({ id: again }, { read: false })
    await client.deleteCaseV1({ id: caseId })

    const desk = await deskOf(app, from)
    expect(sumOf(desk)).toEqual({ received: 5, handled: 3, waiting: 2 })
    const busy = desk.alerts.flatMap(({ received, handled, waiting }) =>
      received + handled > 0 ? [{ received, handled, waiting }] : [],
    )
    expect(busy).toEqual([
      { received: 5, handled: 0, waiting: 5 },
      { received: 0, handled: 3, waiting: 2 },
    ])
    // What was before the period, and what is after it, is counted as well.
    const later = await deskOf(app, from + day)
    expect(sumOf(later)).toEqual({ received: 0, handled: 3, waiting: 2 })
    const earlier = await deskOf(app, from - day, from + day)
    expect(sumOf(earlier)).toEqual({ received: 5, handled: 0, waiting: 5 })
  })

  it('takes the last change of alerts that an earlier version handled', async () => {
    const app = await makePlatformApp(open)
    const at = app.clock.now()
    const old = { created_at: at, read: 1 }
    await insertRows(app.deps.db, {
      cases: [row.case('~7001')],
      alerts: [
        row.alert('~7101', { ...old, updated_at: at + 2 * day }),
        row.alert('~7102', {
          ...{ ...old, updated_at: at + 3 * day },
          ...{ case_id: '~7001', import_date: at + day },
        }),
      ],
    })
    app.clock.advance(5 * day)
    const { alerts } = await deskOf(app, at)
    expect(alerts.flatMap(({ handled, waiting }) => (handled ? [waiting] : []))).toEqual([1, 0])
  })

  it('shows the times of cases as the cases themselves show them, by week', async () => {
    const app = await makePlatformApp(open)
    const from = app.clock.now() - 30 * day
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const cases = Array.from({ length: 120 }, (_, at) => {
      const created_at = from + random(28 * day)
      const isClosed = random(4) > 0
      const end = created_at + random(9 * day)
      return row.case(`~${7000 + at}`, {
        ...{ created_at, start_date: created_at - hour, paused_ms: random(3) * hour },
        in_progress_at: random(3) > 0 ? created_at + random(5 * day) - hour : null,
        ...(isClosed && { status: 'Resolved' as const, end_date: end }),
        // Cases of earlier versions have an end only.
        closed_at: isClosed && random(2) > 0 ? end + minute : null,
      })
    })
    await insertRows(app.deps.db, { cases })
    const stored = await app.deps.db.selectFrom('cases').selectAll().execute()
    const { times } = await deskOf(app, from)

    expect(times.length).toBeGreaterThan(4)
    for (const week of times) {
      const within = (at: number | null) => at !== null && week.from <= at && at < week.to
      const ofWeek = (name: 'timeToAcknowledge' | 'timeToResolve') =>
        stored.flatMap((one) => {
          const end =
            name === 'timeToAcknowledge' ? one.in_progress_at : (one.closed_at ?? one.end_date)
          const isCounted = within(end) && (name === 'timeToAcknowledge' || one.status !== 'Open')
          const ms = timesOf(one)[name]
          return isCounted && ms !== undefined ? [ms] : []
        })
      const numbers = (values: readonly number[]) => ({
        count: values.length,
        ...(values.length > 0 && { median: quantileOf(values, 50), p90: quantileOf(values, 90) }),
      })
      expect(week.acknowledge).toEqual(numbers(ofWeek('timeToAcknowledge')))
      expect(week.resolve).toEqual(numbers(ofWeek('timeToResolve')))
    }
  })

  it('says how long cases are open, and which are overdue', async () => {
    const app = await makePlatformApp(open)
    const now = app.clock.now()
    const made = (id: string, ago: number, severity: number, due?: number) =>
      row.case(id, { created_at: now - ago, severity, due_date: due === undefined ? null : due })
    await insertRows(app.deps.db, {
      cases: [
        made('~7001', hour, 4, now - 1),
        made('~7002', hour, 4, now + hour),
        made('~7003', 3 * day, 4),
        made('~7004', 20 * day, 1, now),
        made('~7005', 30 * day, 1),
        row.case('~7006', { status: 'Resolved', end_date: now, due_date: 5 }),
      ],
    })
    expect((await deskOf(app, now - day)).openCases).toEqual([
      { severity: 4, age: 'day', count: 2, overdue: 1 },
      { severity: 4, age: 'week', count: 1, overdue: 0 },
      { severity: 1, age: 'month', count: 1, overdue: 1 },
      { severity: 1, age: 'older', count: 1, overdue: 0 },
    ])
  })

  it('says what became of the alerts of each source, and sums up those after the 20th', async () => {
    const app = await makePlatformApp(open)
    const at = app.clock.now()
    const closed = (id: string, resolution_status: string | null) =>
      row.case(id, { status: 'Resolved', end_date: at, resolution_status })
    const of = (id: string, source: string, values: object = {}) =>
      row.alert(id, { created_at: at, source, ...values })
    const held = (id: string, case_id: string) => of(id, 'mail', { read: 1, case_id })
    await insertRows(app.deps.db, {
      cases: [
        row.case('~7001'),
        closed('~7002', 'TruePositive'),
        closed('~7003', 'FalsePositive'),
        closed('~7004', null),
        closed('~7005', 'Indeterminate'),
        row.case('~7006', { status: 'Duplicated', resolution_status: 'Duplicated' }),
      ],
      alerts: [
        ...[1, 2, 3, 4, 5, 6].map((each) => held(`~711${each}`, `~700${each}`)),
        ...[of('~7121', 'mail', { read: 1 }), of('~7122', 'mail')],
        ...Array.from({ length: 22 }, (_, n) => of(`~72${n + 10}`, `s${n + 10}`)),
        // Not of this period.
        row.alert('~7301', { created_at: at - day, source: 'mail' }),
      ],
    })
    const { sources, otherSources } = await deskOf(app, at)
    expect(sources).toHaveLength(20)
    expect(sources[0]).toEqual({
      source: 'mail',
      ...{ truePositive: 1, falsePositive: 1, indeterminate: 1, duplicated: 1, other: 1 },
      ...{ open: 1, dismissed: 1, waiting: 1 },
    })
    expect(sources[1]?.source).toBe('s10')
    expect(otherSources).toMatchObject({ sources: 3, waiting: 3, open: 0 })
  })

  it('says who has what to do, first what no one has, and sums up those after the 50th', async () => {
    const app = await makePlatformApp(open)
    const at = app.clock.now()
    const taskOf = (id: string, status: 'Waiting' | 'InProgress' | 'Completed', assignee = 'ada') =>
      row.task(id, '~7001', { status, assignee })
    await insertRows(app.deps.db, {
      cases: [
        row.case('~7001', { assignee: 'ada', due_date: at - 1 }),
        row.case('~7002', { assignee: null }),
        row.case('~7003', { assignee: 'ada', status: 'Resolved', end_date: at }),
      ],
      tasks: [
        ...[
          taskOf('~7401', 'Waiting'),
          taskOf('~7402', 'InProgress'),
          taskOf('~7403', 'Completed'),
        ],
        ...Array.from({ length: 52 }, (_, n) => taskOf(`~75${n + 10}`, 'Waiting', `u${n + 10}`)),
      ],
      alerts: [
        row.alert('~7101', { assignee: 'ada' }),
        row.alert('~7102', { assignee: 'ada', read: 1 }),
        row.alert('~7103'),
      ],
    })
    const { people, otherPeople } = await deskOf(app, at)
    expect(people.slice(0, 3)).toEqual([
      { cases: 1, overdue: 0, tasks: 0, alerts: 1 },
      { login: 'ada', cases: 1, overdue: 1, tasks: 2, alerts: 1 },
      { login: 'u10', cases: 0, overdue: 0, tasks: 1, alerts: 0 },
    ])
    expect(people).toHaveLength(51)
    expect(otherPeople).toEqual({ people: 3, cases: 0, overdue: 0, tasks: 3, alerts: 0 })
  })

  it('counts the cases and alerts in which a technique was used in the period', async () => {
    const app = await makePlatformApp(open)
    const at = app.clock.now()
    const client = app.as('analyze')
    const { _id: one } = await client.createCaseV1(newCase)
    const { _id: two } = await client.createCaseV1(newCase)
    const { _id: alert } = await client.createAlert(newAlert())
    const used = (patternId: string, occurDate = at) => ({
      ...{ patternId, tactic: 'execution', occurDate },
    })
    for (const id of [one, one, two]) await client.createCaseProcedure({ id }, used('T1059'))
    await client.createAlertProcedure({ id: alert }, used('T1204'))
    await client.createCaseProcedure({ id: two }, used('T1204', at - 30 * day))
    expect(await deskOf(app, at - day)).toMatchObject({
      techniques: [
        { id: 'T1059', name: 'Command and Scripting Interpreter', cases: 2, alerts: 0 },
        { id: 'T1204', cases: 0, alerts: 1 },
      ],
      otherTechniques: 0,
    })
  })

  it('is empty for another organization, also where a case is shared with it', async () => {
    const app = await makePlatformApp(open)
    const at = app.clock.now()
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1({ ...newCase, assignee: 'alan' })
    await client.createCaseTaskV1({ id }, { title: 'A task' })
    await client.createAlert(newAlert())
    await client.createCaseProcedure({ id }, { patternId: 'T1204', tactic: 'execution' })
    await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })
    await client.shareCase({ id }, { shares: [{ organisationName: 'beta', tasks: 'all' }] })
    app.clock.advance(hour)
    const theirs = await app.as('stranger').getDesk({ from: at - day, to: at + day, zone })
    expect(theirs).toMatchObject({ openCases: [], sources: [], people: [], techniques: [] })
    expect(theirs.alerts.every(({ received, waiting = 0 }) => received + waiting === 0)).toBe(true)
    const ours = await deskOf(app, at - day)
    expect(ours.openCases).toHaveLength(1)
    expect(ours.techniques).toHaveLength(1)
  })
})

describe.each(oneDatabase)('$name: the desk', ({ open }) => {
  it('reads indexes alone, so long descriptions cost nothing', async () => {
    const { db } = (await makePlatformApp(open)).deps
    const planOf = async (query: string) =>
      (await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db)).rows
        .map(({ detail }) => detail)
        .join()
    const closed = 'coalesce(closed_at, end_date)'
    for (const [index, query] of [
      [
        'alerts_handled',
        `select count(*) from alerts where organization = 'a' and (${handledAt}) >= 5`,
      ],
      [
        'cases_closed',
        `select ${closed} - created_at - paused_ms from cases where organization = 'a' and status <> 'Open'
          and ${closed} >= 5`,
      ],
      [
        'cases_acknowledged',
        `select in_progress_at - created_at from cases where organization = 'a' and in_progress_at is not null
          and in_progress_at >= 5`,
      ],
    ] as const)
      expect(await planOf(query)).toContain(`USING COVERING INDEX ${index}`)
  })

  it('shows days of the zone up to 62 days, and weeks of a longer period', async () => {
    const app = await makePlatformApp(open)
    const from = Date.UTC(2026, 2, 1)
    const by = async (days: number) => {
      const desk = await deskOf(app, from, from + days * day)
      return [desk.by, desk.alerts.length, desk.times.length, desk.zone]
    }
    expect(await by(62)).toEqual(['day', 63, 10, zone])
    expect(await by(63)).toEqual(['week', 10, 10, zone])
    expect(await by(400)).toEqual(['week', 59, 59, zone])
    expect((await app.as('read').getDesk({ from, to: from + day })).zone).toBe('UTC')
  })

  it('foretells nothing of the rest of the period', async () => {
    const app = await makePlatformApp(open)
    const now = app.clock.now()
    const { alerts } = await deskOf(app, now - day, now + 3 * day)
    expect(alerts.map(({ waiting }) => waiting).slice(-2)).toEqual([undefined, undefined])
    expect(alerts[0]?.waiting).toBe(0)
  })

  it('refuses a period that is empty, turned round or too long, and a zone that does not exist', async () => {
    const app = await makePlatformApp(open)
    const from = Date.UTC(2026, 0, 1)
    const most = from + 400 * day + hour
    for (const [input, message] of [
      [{ from, to: from }, 'from must be before to'],
      [{ from, to: from - 1 }, 'from must be before to'],
      [{ from, to: most + 1 }, 'at most 400 days'],
      [{ from, to: from + day, zone: 'Mars/Olympus' }, 'Unknown time zone Mars/Olympus'],
    ] as const)
      expect(await refusalOf(app.as('read').getDesk(input))).toEqual(
        badRequest(expect.stringContaining(message)),
      )
    // Neither is a number the matter, but where it lies.
    for (const search of [`from=-1&to=${from}`, 'from=0&to=8640000000000001'])
      expect(
        (await app.inject({ as: 'read', method: 'GET', url: `/api/desk?${search}` })).json()
          .message,
      ).toContain('expected whole number from 0 to 8640000000000000')
    const { alerts } = await deskOf(app, from, most)
    expect(alerts.length).toBeGreaterThan(50)
  })
})
