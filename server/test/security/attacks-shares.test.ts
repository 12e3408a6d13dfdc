import { type AnyEndpoint, contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { type Entity, entities, labels } from '../../src/domain/response/query-entities.ts'
import { links } from '../../src/domain/response/query-steps.ts'
import { databases, type TestDatabases } from '../databases.ts'
import { json, multipart, urlEncoded } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import { type Row, resources, table, withoutCase } from './shared-case.table.ts'
import {
  everythingKept,
  leaksIn,
  makeWorld,
  type State,
  states,
  type World,
} from './shared-case.ts'

// By another hand than the shares themselves: an administrator of another organization tries every call on
// a case, in every state of its share.

/** Things that a query can begin with, by their ids. */
const asked: Partial<Record<Entity, readonly (keyof World['ids'])[]>> = {
  case: ['case'],
  task: ['task', 'otherTask'],
  log: ['otherLog'],
  observable: ['observable', 'otherObservable'],
  comment: ['comment'],
  page: ['casePage', 'page'],
  dashboard: ['dashboard', 'privateDashboard'],
}

const endpoints: Readonly<Record<string, AnyEndpoint>> = contract

async function attempt({ app, ids }: World, { name, attempt: of }: Row) {
  const endpoint = endpoints[name] as AnyEndpoint
  const { params = {}, input = {} } = of(ids)
  const path = endpoint.path.replace(/:(\w+)/g, (_: string, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const url = endpoint.method === 'GET' ? `${path}?${urlEncoded(input)}` : path
  const part = Object.entries(input).find(([, value]) => value === 'a file')?.[0]
  const body = part
    ? multipart({ name: part, value: 'bytes', filename: 'a.txt' })
    : endpoint.method === 'GET'
      ? {}
      : json(input)
  const answer = await app.inject({ as: 'stranger', method: endpoint.method, url, ...body })
  return { status: answer.statusCode, text: `${answer.body} ${JSON.stringify(answer.headers)}` }
}

const statusIn = (state: State, { expected }: Row) => expected[states.indexOf(state)] ?? 0
const changes = ({ name }: Row) => {
  const { method, path } = endpoints[name] as AnyEndpoint
  return method !== 'GET' && !path.endsWith('_search')
}

it('the table has every call that takes a thing of a case, a page, a template or a dashboard', () => {
  const known = new Set<string>(table.map(({ name }) => name))
  const missing = Object.entries(endpoints)
    .filter(([, { resource }]) => resources.has(resource))
    .map(([name]) => name)
    .filter((name) => !known.has(name) && !withoutCase.has(name))

  expect(missing).toEqual([])
})

/** Both versions ask the same of the database. */
const versionsOn = (database: TestDatabases['name']) =>
  database === 'sqlite' ? ['v0', 'v1'] : ['v1']

describe.each(databases)('$name: the administrator of another organization', ({ name, open }) => {
  const worlds = states.map((state) => {
    const shared = sharedByTests(async () => {
      const world = await makeWorld(open)
      await world.become(state)
      return world
    })
    return [state, shared] as const
  })

  it.each(worlds)(
    'finds by no list, step, filter or statistic more of a case that is %s',
    async (state, shared) => {
      const world = await shared()
      const { app, ids } = world
      const told: string[] = []
      const ask = async (url: string, payload: object) => {
        const answer = await app.inject({ as: 'stranger', method: 'POST', url, payload })
        for (const secret of leaksIn(state, answer.body))
          told.push(`${url} ${JSON.stringify(payload)}: ${secret}`)
        return answer
      }
      const extraData = [
        'taskStats',
        'observableStats',
        'alerts',
        'caseNumber',
        'case',
        'total',
        'links',
      ]
      const page = { _name: 'page', from: 0, to: 50, extraData }
      for (const version of versionsOn(name))
        for (const entity of entities) {
          const starts = [
            { _name: `list${labels[entity]}` },
            ...(asked[entity] ?? []).map((one) => ({
              _name: `get${labels[entity]}`,
              idOrName: ids[one],
            })),
          ]
          for (const start of starts)
            for (const steps of [[], ...Object.keys(links[entity]).map((_name) => [{ _name }])])
              await ask(`/api/${version}/query`, { query: [start, ...steps, page] })
        }
      for (const path of [
        'case',
        'case/task',
        'case/task/log',
        'case/artifact',
        'page',
        'dashboard',
      ]) {
        await ask(`/api/${path}/_search?range=all&nstats=true&nparent=2`, { sort: ['-createdAt'] })
        for (const field of ['title', 'message', 'data', 'tags', 'createdBy'])
          await ask(`/api/${path}/_stats`, {
            stats: [{ _agg: 'field', _field: field, _select: [{ _agg: 'count' }] }],
          })
      }
      await ask('/api/_search?range=all', { query: { _type: 'case' } })
      for (const url of [
        '/api/events/nothing',
        '/api/search?text=alpha',
        '/api/v1/audit?range=all',
      ])
        for (const secret of leaksIn(state, (await app.inject({ as: 'stranger', url })).body))
          told.push(`${url}: ${secret}`)

      expect(told).toEqual([])
    },
  )

  it('counts of a case that is shared without its tasks and observables none of them', async () => {
    const [, shared] = worlds[states.indexOf('shared')] as (typeof worlds)[number]
    const { app, ids } = await shared()

    const v0 = await app.inject({ as: 'stranger', url: `/api/case/${ids.case}?nstats=true` })
    const [v1] = (await app.as('stranger').queryV1({
      query: [
        { _name: 'getCase', idOrName: ids.case },
        { _name: 'page', from: 0, to: 1, extraData: ['taskStats', 'observableStats', 'alerts'] },
      ],
    })) as { extraData: object }[]

    expect(JSON.stringify(v0.json().stats ?? {})).not.toMatch(/[1-9]/)
    expect(JSON.stringify(v1?.extraData ?? {})).not.toMatch(/[1-9]/)
  })

  it.each(worlds)(
    'gets of a case that is %s what is shared, changes nothing else',
    async (state, shared) => {
      const world = await shared()
      const before = await everythingKept(world)
      const judge = async (row: Row, wrong: string[]) => {
        const { status, text } = await attempt(world, row)
        const leaks = leaksIn(state, text)
        if (status !== statusIn(state, row) || leaks.length > 0)
          wrong.push(
            `${row.name} answered ${status}, not ${statusIn(state, row)}; ${leaks}: ${text}`,
          )
      }
      const [refused, allowed]: Row[][] = [[], []]
      for (const row of table)
        (changes(row) && statusIn(state, row) < 400 ? allowed : refused)?.push(row)

      const wrong: string[] = []
      for (const row of refused ?? []) await judge(row, wrong)
      expect(wrong).toEqual([])
      expect(await everythingKept(world)).toEqual(before)

      for (const row of allowed ?? []) await judge(row, wrong)
      expect(wrong).toEqual([])
    },
  )
})
