import type { Readable } from 'node:stream'
import { type AnyEndpoint, deedOf, holdsCredential } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { echo, makeEngineOfAlpha } from '../api/permissions.engine.ts'
import { makePlatformOfAlpha } from '../api/permissions.platform.ts'
import { endpoints, makes, type Row, requestOf, rows, samples } from '../api/permissions.rows.ts'
import { sqlite, type TestDatabase } from '../databases.ts'
import { saveRows } from '../saved-rows.ts'
import type { TestApp } from '../setup.ts'
import {
  allowed,
  environment,
  makeCallers,
  type PlantedCaller,
  plantSecrets,
  type Secrets,
} from './planted-secrets.ts'

/** What refuses every caller shows nothing. */
const isAnswered = ({ expected }: Row) => Object.values(expected).some((status) => status < 400)

const endpointOf = ({ call }: Row) => endpoints[call] as AnyEndpoint
const isLooking = (row: Row) =>
  /read|follow|inspect/.test(deedOf(endpointOf(row))) || row.call === 'getKey'

/** Begins what is not put back: a program that runs, a feed that is fetched. */
const goesOn = ({ call }: Row) => /^(run|scan|deleteJob)|Resource$|ThreatFeed$/.test(call)

const isPutBack = (row: Row) => !isLooking(row) && !goesOn(row)

async function makeWorld(make: Row['make']) {
  const opened = Promise.withResolvers<TestDatabase>()
  const open = async () => {
    const database = await sqlite.open()
    opened.resolve(database)
    return database
  }
  const app = await make(open, { environment })
  const secrets = await plantSecrets(app)
  const callers = await makeCallers(app)
  const putBackRows = await saveRows(await opened.promise)
  const putBack = async () => {
    await putBackRows()
    app.deps.bus.changeAccess({})
  }
  return { app, secrets, callers, putBack }
}

/** Names of the secrets in an answer, its head included. A session gets its cookie back. */
function secretsIn(text: string, secrets: Secrets, { login, way, token }: PlantedCaller): string[] {
  const found = Object.entries(secrets).filter(([, secret]) => text.includes(secret))
  const own = way !== 'session' && way !== 'single key' && text.includes(token)
  const named = found.map(([name]) => name.replace(new RegExp(` ${login}$`), ' oneself'))
  return own ? [...named, 'named key'] : named
}

async function ask(app: TestApp, row: Row, caller: PlantedCaller) {
  const endpoint = endpointOf(row)
  const sample = samples[row.title]?.(caller.login) ?? {}
  const response = await app.inject(await requestOf(endpoint, sample, caller.headers))
  const head = JSON.stringify(response.headers)
  if (endpoint.answer !== 'events')
    return { status: response.statusCode, text: head + response.rawPayload.toString('latin1') }
  response.stream().destroy()
  return { status: response.statusCode, text: head }
}

/** What the stream of changes brings these callers while everything else is asked. */
async function listenTo(app: TestApp, callers: readonly PlantedCaller[]) {
  const heard: string[] = []
  const streams: Readable[] = []
  for (const { headers } of callers) {
    const response = await app.inject({ url: '/api/events', headers, payloadAsStream: true })
    const stream = response.stream()
    if (response.statusCode === 200) stream.on('data', (chunk) => void heard.push(String(chunk)))
    streams.push(stream)
  }
  return () => {
    for (const stream of streams) stream.destroy()
    return heard.join('')
  }
}

/**
 * Of calls that change something, the answer is the same by whatever credential it is let through, and a
 * narrow key is refused before anything else of its user counts.
 */
const isAsked = (row: Row, { way, person }: PlantedCaller) => {
  if (isLooking(row) || holdsCredential(endpointOf(row))) return true
  return way === 'single key' || way === 'all' || (person === 'orgadmin' && way !== 'session')
}

describe('planted secrets', () => {
  it.each(makes.map((make) => [make.name, make] as const))(
    'are in no answer of %s but those named, in no event and in no audit trail',
    async (_name, make) => {
      const { app, secrets, callers, putBack } = await makeWorld(make)
      const of = rows.filter((row) => row.make === make && isAnswered(row))
      const found = new Map<string, Set<string>>()
      const askAll = async (row: Row) => {
        for (const caller of callers.filter((one) => isAsked(row, one))) {
          const { status, text } = await ask(app, row, caller)
          // What one credential was admitted for would end the next, as a key that is replaced.
          if (status < 400 && isPutBack(row) && holdsCredential(endpointOf(row))) await putBack()
          for (const secret of secretsIn(text, secrets, caller)) {
            const shown = `${row.call}: ${secret}`
            const to = found.get(shown) ?? new Set()
            found.set(shown, to.add(`${caller.person} by ${caller.way}`))
          }
        }
      }
      const heard = await listenTo(
        app,
        callers.filter(({ person }) => person === 'orgadmin'),
      )

      for (const row of of.filter(isLooking)) await askAll(row)
      const audited: string[] = []
      for (const row of of.filter(isPutBack)) {
        await putBack()
        await askAll(row)
        const trail = await app.deps.db.selectFrom('audit').selectAll().execute()
        audited.push(JSON.stringify(trail))
      }
      for (const row of of.filter((one) => !isLooking(one) && goesOn(one))) await askAll(row)

      const calls = new Set(of.map(({ call }) => call))
      const here = allowed.filter(({ shown }) => calls.has(shown.split(':')[0] ?? ''))
      expect(Object.fromEntries([...found].map(([shown, to]) => [shown, [...to].sort()]))).toEqual(
        Object.fromEntries(here.map(({ shown, to }) => [shown, [...to].sort()])),
      )
      const told = audited.join('') + heard()
      expect(Object.entries(secrets).filter(([, secret]) => told.includes(secret))).toEqual([])
    },
  )

  it('are left out for a narrow key, which gets the rest of the answer', async () => {
    const asked = async (app: TestApp, url: string) => {
      const { key } = await app
        .as('orgadmin')
        .createApiKey({ login: 'ada' }, { name: `for ${url}`, scope: 'read' })
      const headers = { authorization: `Bearer ${key}` }
      const answer = await app.inject({ url, headers })
      expect(answer.statusCode, url).toBe(200)
      return answer.json()
    }
    const platform = await makePlatformOfAlpha(sqlite.open)
    const engine = await makeEngineOfAlpha(sqlite.open)
    const webhook = await platform.as('orgadmin').getWebhook({ id: '~7001' })
    const worker = await engine.as('orgadmin').getAnalyzer(echo.params)
    const { configuration, ...rest } = worker

    expect(configuration).toBeDefined()
    expect(await asked(platform, '/api/webhook/~7001')).toEqual({ ...webhook, url: 'REMOVED' })
    expect(await asked(platform, '/api/webhook')).toEqual([{ ...webhook, url: 'REMOVED' }])
    expect(await asked(engine, `/api/analyzer/${echo.params.id}`)).toEqual(rest)
    expect(await asked(engine, '/api/analyzer')).toEqual([rest])
    expect(await asked(engine, '/api/threatFeed')).toEqual(
      await engine.as('orgadmin').listThreatFeeds(),
    )
  })

  it('are shown only by calls that say so, and by none to a narrow key', () => {
    const silent = allowed.filter(({ shown }) => {
      const endpoint = endpoints[shown.split(':')[0] ?? '']
      return !endpoint || !holdsCredential(endpoint)
    })

    expect(silent).toEqual([])
    expect(allowed.flatMap(({ to }) => to).filter((to) => /read$|run$|bound$/.test(to))).toEqual([])
  })
})
