import { type AnyEndpoint, contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { checkAnswer } from '../answers.ts'
import { databases, type TestDatabase, type TestDatabases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { saveRows } from '../saved-rows.ts'
import { keyOf, makeApp, passwordOf, type TestApp } from '../setup.ts'
import { makeEngineOfAlpha } from './permissions.engine.ts'
import {
  type Cells,
  columnNames,
  endpoints,
  isReading,
  makes,
  type Row,
  requestOf,
  rows,
  samples,
} from './permissions.rows.ts'
import { type Column, columns, type Sample } from './permissions.table.ts'

/** Public calls; the credentials sent along change nothing. */
const isPublic = (call: string) => endpoints[call]?.roles === 'public'

describe('the permission table', () => {
  it('has a row for every call of the contract, and for nothing else', () => {
    const calls = new Set(rows.map(({ call }) => call))

    expect([...calls].sort()).toEqual(Object.keys(contract).sort())
  })

  it('has one column for each kind of caller, and a number in every cell', () => {
    const incomplete = rows.filter(
      ({ cells }) => cells.length !== columnNames.length || !cells.every((c) => /^\d{3}$/.test(c)),
    )

    expect(columnNames).toEqual(Object.keys(columns))
    expect(incomplete.map(({ title }) => title)).toEqual([])
  })

  it('says what a row sends when the call needs input or a path', () => {
    const needsSample = ({ call }: { call: string }) => {
      const { params, input } = endpoints[call] ?? {}
      return Object.keys(params?.properties ?? {}).length > 0 || input?.required?.length > 0
    }
    const missing = rows.filter((row) => needsSample(row) && samples[row.title] === undefined)
    const unused = Object.keys(samples).filter((title) => !rows.some((row) => row.title === title))

    expect(missing.map(({ title }) => title)).toEqual([])
    expect(unused).toEqual([])
  })

  it('opens to unauthenticated callers only what the contract calls public', () => {
    const open = rows.filter(({ expected }) => (expected.nobody ?? 0) < 400).map(({ call }) => call)

    expect(open.filter((call) => !isPublic(call))).toEqual([])
  })
})

/** Effects outside the database are not put back: a running program, a removed file. */
const needsOwnServer = ({ make, call, expected }: Row) =>
  make === makeEngineOfAlpha &&
  /^(run|scan|deleteJob|uploadResource|deleteResource)|ThreatFeed$/.test(call) &&
  Object.values(expected).some((status) => status < 400)

/** 401 and 403 are decided before any database query: they are the same on each. */
const cellsOn = (database: TestDatabases['name'], { expected }: Row): Cells =>
  database === 'sqlite'
    ? expected
    : Object.fromEntries(
        Object.entries(expected).filter(([, status]) => status !== 401 && status !== 403),
      )

/** Version 1 stores what version 0 does: PostgreSQL is shown one of the two. It reads more, though. */
const isOtherSpelling = (row: Row) =>
  /V1$/.test(row.call) && calls.has(row.call.slice(0, -2)) && !isReading(row)
const calls = new Set(rows.map(({ call }) => call))

describe.each(databases)('$name: permissions', ({ name, open }) => {
  const rowsHere = rows
    .filter((row) => name === 'sqlite' || !isOtherSpelling(row))
    .map((row) => ({ ...row, expected: cellsOn(name, row) }))
    .filter(({ expected }) => Object.keys(expected).length > 0)
  const readers = makes.map((make) => ({
    make,
    of: rowsHere.filter((row) => isReading(row) && row.make === make),
  }))
  const environment = { ASSAY_AUTH_METHOD_BASIC: 'true' }

  it.each(readers)('of the calls that only look, $of.0.call and others', async ({ make, of }) => {
    const app = await make(open, { environment })
    const answers: Record<string, Cells> = {}

    for (const row of of) answers[row.title] = await answersTo(app, row)

    expect(answers).toEqual(Object.fromEntries(of.map(({ title, expected }) => [title, expected])))
  })

  const makeServer = async (make: Row['make']) => {
    const opened = Promise.withResolvers<TestDatabase>()
    const openOnce = async () => {
      const database = await open()
      opened.resolve(database)
      return database
    }
    const app = await make(openOnce, { environment })
    await app.as('root').createOrganization({ name: 'gamma', description: 'Nobody is in it' })
    return { app, database: await opened.promise }
  }
  /** To make one takes ten times as long as a row: for each row what the others changed is put back. */
  const shared = new Map(
    makes.map((make) => [
      make,
      sharedByTests(async () => {
        const { app, database } = await makeServer(make)
        return { app, putBack: await saveRows(database) }
      }),
    ]),
  )
  const serverFor = async (row: Row): Promise<TestApp> => {
    const server = needsOwnServer(row) ? undefined : await shared.get(row.make)?.()
    if (server === undefined) return (await makeServer(row.make)).app
    await server.putBack()
    // Whom it knows by a key of the row before is forgotten, and wrong credentials are.
    server.app.deps.bus.changeAccess({})
    server.app.clock.advance(86_400_000)
    return server.app
  }

  it.each(rowsHere.filter((row) => !isReading(row)))('$title', async (row) => {
    const app = await serverFor(row)

    const byKey = await answersTo(app, row)
    const byPassword: Cells = {}
    const { locked, closed } = row.expected
    const refused = Object.entries({ locked, closed }).filter(([, status]) => status !== undefined)
    for (const [column] of refused as ['locked' | 'closed', number][])
      byPassword[column] = await answerTo(app, row, column, passwordHeaders(columns[column].login))

    expect(byKey).toEqual(row.expected)
    expect(byPassword).toEqual(Object.fromEntries(refused))
  })

  it('accepts the password of an account that is not locked, so the refusals above count', async () => {
    const app = await makeApp(open, { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } })

    const status = await send(app, contract.currentUser, {}, passwordHeaders('rita'))

    expect(status).toBe(200)
  })
})

async function answersTo(
  app: TestApp,
  row: Pick<Row, 'call' | 'title' | 'expected'>,
): Promise<Cells> {
  const cells: Cells = {}
  for (const column of Object.keys(row.expected) as Column[])
    cells[column] = await answerTo(app, row, column, keyHeaders(column))
  return cells
}

const answerTo = (
  app: TestApp,
  { call, title }: Pick<Row, 'call' | 'title'>,
  column: Column,
  headers: Record<string, string>,
) => {
  const sample = samples[title]?.(columns[column]?.login ?? 'nobody') ?? {}
  return send(app, endpoints[call] as AnyEndpoint, sample, headers)
}

function keyHeaders(column: Column): Record<string, string> {
  const login = columns[column]?.login
  return login === undefined ? {} : { authorization: `Bearer ${keyOf(login)}` }
}

const passwordHeaders = (login: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${passwordOf(login)}`).toString('base64')}`,
})

/** Sends the sample, holds the answer against the contract, and answers its status. */
async function send(
  app: TestApp,
  endpoint: AnyEndpoint,
  sample: Sample,
  headers: Record<string, string>,
): Promise<number> {
  const request = await requestOf(endpoint, sample, headers)
  const response = await app.inject(request)
  if (request.payloadAsStream) response.stream().destroy()
  else checkAnswer(endpoint.method, request.url.split('?')[0] ?? '', response)
  return response.statusCode
}
