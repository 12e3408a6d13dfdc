import { describe, expect, it } from 'vitest'
import type { PlatformTables } from '../../src/storage/tables/platform.ts'
import { type Environment, migratedPlaces } from '../places.ts'
import { withDatabase } from '../security/key-rotation.ts'
import { fakeServer, type Handler, importFrom, killImport } from './sources.ts'

const first = 1_700_000_000_000

type Thing = Record<string, unknown>

/** A newer platform, as small as can be: queries over these lists, by the names of their steps. */
const thehive =
  (
    lists: Readonly<Record<string, readonly Thing[]>>,
    special: Handler = () => undefined,
  ): Handler =>
  async (request, response) => {
    const other = await special(request, response)
    if (other !== undefined || response.headersSent) return other
    const { path, input } = request
    if (path === '/api/status') return { versions: { TheHive: '5.2.8-1' } }
    if (path === '/api/v1/user/current')
      return { _id: '~1', login: 'ada@x.org', organisation: 'alpha', profile: 'analyst' }
    if (path.startsWith('/api/v1/attachment/')) return void response.end('bytes of a file')
    if (path !== '/api/v1/query') return undefined
    const steps = input.query as (Thing & { _name: string })[]
    const [start, child] = steps
    const name = start?._name.startsWith('get') ? `${start.idOrName} ${child?._name}` : start?._name
    const rows = lists[name ?? '']
    if (steps.at(-1)?._name === 'count')
      return rows ? rows.length : void response.writeHead(400).end('{}')
    if (!rows) return []
    const filter = steps.find((step) => step._name === 'filter')?._gte as Thing | undefined
    const page = steps.find((step) => step._name === 'page')
    const since = Number(filter?._value ?? 0)
    return rows
      .filter((row) => Number(row._createdAt ?? since) >= since)
      .slice(Number(page?.from), Number(page?.to))
  }

const thing = (id: string, at: number, more: Thing = {}): Thing => ({
  _id: id,
  _createdAt: first + at,
  _createdBy: 'eve@x.org',
  ...more,
})

const rowsOf = <T extends keyof PlatformTables>(environment: Environment, table: T) =>
  withDatabase(environment, ({ db }) =>
    db
      .selectFrom(table as 'cases')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ) as Promise<Thing[]>

describe('assay import thehive, from one that answers oddly', () => {
  it('imports what it can and reports the rest', async () => {
    const environment = await migratedPlaces[0].settings()
    const { url } = await fakeServer(
      thehive(
        {
          listCase: [
            thing('~10', 0, {
              number: 7,
              title: 'Closed',
              status: 'FalsePositive',
              stage: 'Closed',
              tlp: 4,
            }),
            thing('~10', 0, {
              number: 7,
              title: 'Closed',
              status: 'FalsePositive',
              stage: 'Closed',
            }),
            thing('~11', 1, {
              number: 7,
              title: 'Odd',
              status: 'Waiting for lunch',
              customFields: [{ name: 'who', value: 'me' }, { nothing: 1 }],
            }),
            thing('~12', 2, {
              title: null,
              description: null,
              severity: 99,
              startDate: null,
              tags: 'x',
              status: 'New',
            }),
            thing('~13', 3, { status: 'Deleted' }),
          ],
          '~10 tasks': [
            thing('~20', 5, { title: 'T', status: 'Cancel' }),
            thing('~21', 6, { status: '?' }),
          ],
          '~20 logs': [
            thing('~30', 7, {
              message: 'two files',
              attachments: [
                { _id: '~90', id: 'a', name: 'one.txt' },
                { _id: '~91', id: 'b', name: 'two.txt' },
              ],
            }),
          ],
          '~10 observables': [
            thing('~40', 8, { dataType: 'ip', data: '192.0.2.9' }),
            thing('~41', 8, { dataType: 'ip', data: '192.0.2.9' }),
            thing('~42', 8, { dataType: 'telephone', data: '123', ioc: true }),
            thing('~43', 8, { dataType: 'file', attachment: { id: 'f'.repeat(64), name: 'x' } }),
            thing('~44', 8, { data: 'without a type' }),
          ],
          listAlert: [
            thing('~50', 9, {
              type: 't',
              source: 's',
              sourceRef: 'r',
              title: 'A',
              stage: 'Imported',
              status: 'Mine',
              caseId: '~10',
            }),
            thing('~51', 9, { type: 't', source: 's', title: 'without a reference' }),
          ],
          listUser: [
            {
              _id: '~60',
              login: 'ada@x.org',
              name: 'Ada',
              profile: 'analyst',
              organisation: 'alpha',
              hasPassword: true,
            },
            {
              _id: '~61',
              login: 'bob@x.org',
              name: 'Bob',
              profile: 'triage',
              organisation: 'alpha',
              locked: true,
            },
          ],
          '~10 comments': [thing('~70', 9, { message: 'hm' }), thing('~71', 9, { message: 5 })],
          '~10 attachments': [
            { _id: '~80', name: 'report.pdf', contentType: 'application/pdf' },
            { name: 'without an id' },
          ],
          '~10 procedures': [
            thing('~75', 9, { patternId: 'T1059', tactic: 'Command_and control' }),
            thing('~76', 9, { patternId: 'T9999', tactic: 'impact' }),
          ],
          listDashboard: [{}, {}, {}],
        },
        ({ path, input }, response) => {
          if (path.startsWith('/api/datastore/')) return void response.writeHead(404).end()
          const [start, child] = (input.query ?? []) as Thing[]
          if (start?._name === 'getAlert' && child?._name === 'comments')
            return void response.writeHead(403).end('{}')
          if (path === '/api/v1/case/~10/timeline')
            return {
              events: [
                { kind: 'CaseStart', entity: 'Case', entityId: '~10', date: first },
                {
                  kind: 'CustomEvent',
                  entity: 'CustomEvent',
                  entityId: '~85',
                  date: first,
                  endDate: first - 1,
                  details: { title: 'Lunch' },
                },
              ],
            }
          return path.endsWith('/timeline') ? { events: 'none' } : undefined
        },
      ),
    )
    const done = await importFrom(environment, 'thehive', url, [], 'k'.repeat(32))
    expect(done, done.stderr).toMatchObject({ code: 0 })
    for (const line of [
      '3 cases, 2 tasks, 2 logs, 2 observables',
      'alpha: the case status "Waiting for lunch". Such cases are Open here',
      'alpha: 2 × case numbers already in use here',
      'alpha: values of the custom field who, which is not defined here',
      'alpha: duplicate observables. Imported once',
      'alpha: observables whose file cannot be fetched',
      'alpha: observables without a type or a value',
      'alpha: a task status that is unknown here',
      'alpha: alerts without a type, source or reference',
      '1 comments, 1 files, 1 procedures, 1 custom events, 1 alerts',
      'alpha: procedures of unknown techniques. Import the latest ATT&CK',
      'alpha: alert comments, which the key does not see',
      'alpha: 3 × dashboards',
      'alpha: custom profiles',
      'alpha: 2 × passwords',
    ])
      expect(done.stdout).toContain(line)
    const [closed, odd, empty] = await rowsOf(environment, 'cases')
    expect(closed).toMatchObject({
      number: 7,
      status: 'Resolved',
      resolution_status: 'FalsePositive',
      tlp: 3,
      created_by: 'eve@x.org',
      created_at: first,
    })
    expect(odd).toMatchObject({ status: 'Open', custom_fields: '{}' })
    expect(empty).toMatchObject({ title: '', severity: 4, tags: '[]', start_date: first + 2 })
    expect(await rowsOf(environment, 'task_logs')).toMatchObject([
      { attachment_size: 15 },
      { attachment_size: 15 },
    ])
    expect(await rowsOf(environment, 'comments')).toMatchObject([{ message: 'hm' }])
    expect(await rowsOf(environment, 'attachments')).toMatchObject([
      { attachment_name: 'report.pdf', attachment_size: 15 },
    ])
    expect(await rowsOf(environment, 'procedures')).toMatchObject([
      { pattern_id: 'T1059', tactic: 'command-and-control', occur_date: first + 9 },
    ])
    expect(await rowsOf(environment, 'custom_events')).toMatchObject([
      { title: 'Lunch', date: first, end_date: null },
    ])
    expect(await rowsOf(environment, 'alerts')).toMatchObject([{ read: 1, case_id: closed?.id }])
  })

  it('killed in the middle, continues and imports nothing twice', async () => {
    const environment = await migratedPlaces[1].settings()
    const cases = Array.from({ length: 130 }, (_, n) =>
      thing(`~${n + 1000}`, n, { number: n + 1, status: 'Open', title: `${n}` }),
    )
    const tasks = Object.fromEntries(
      cases.map(({ _id }) => [
        `${_id} tasks`,
        [thing(`${_id}-t`, 1, { title: 'T', status: 'Waiting' })],
      ]),
    )
    let isHeld = true
    const { promise: inTheMiddle, resolve: reached } = Promise.withResolvers<void>()
    const { url, asked } = await fakeServer(
      thehive({ listCase: cases, ...tasks }, ({ input }) => {
        const steps = (input.query ?? []) as Thing[]
        if (!isHeld || steps[0]?.idOrName !== '~1075-t') return undefined
        reached()
        return new Promise(() => undefined)
      }),
    )
    await killImport(environment, 'thehive', url, inTheMiddle)
    // Each case with everything in it, or not at all.
    expect(await rowsOf(environment, 'cases')).toHaveLength(75)
    expect(await rowsOf(environment, 'tasks')).toHaveLength(75)

    isHeld = false
    const before = asked.length
    const second = await importFrom(environment, 'thehive', url, [], 'k'.repeat(40))
    expect(second, second.stderr).toMatchObject({ code: 0 })
    expect(second.stdout).toContain('55 cases, 55 tasks')
    expect(asked.length - before).toBeLessThan(390)
    expect(await rowsOf(environment, 'tasks')).toHaveLength(130)
    const third = await importFrom(environment, 'thehive', url, [], 'k'.repeat(40))
    expect(third.stdout).toContain('Imported: nothing')
  })
})
