import { type AnyEndpoint, contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { checkAnswer } from '../answers.ts'
import { databases, type TestDatabase, type TestDatabases } from '../databases.ts'
import { multipart, urlEncoded } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import { saveRows } from '../saved-rows.ts'
import { keyOf, makeApp, passwordOf, type TestApp } from '../setup.ts'
import { connectorSamples, connectorTable, makeConnectorOfAlpha } from './permissions.connector.ts'
import { engineSamples, engineTable, makeEngineOfAlpha } from './permissions.engine.ts'
import { makePlatformOfAlpha, platformSamples, platformTable } from './permissions.platform.ts'
import {
  type Column,
  columns,
  samples as identitySamples,
  type Sample,
  table,
} from './permissions.table.ts'

type Cells = Record<string, number>

const [heading = '', ...lines] = linesOf(table)
const columnNames = cellsOf(heading)
const rows = [
  ...lines.map((line) => rowOf(line, makeApp)),
  ...linesOf(engineTable).map((line) => rowOf(line, makeEngineOfAlpha)),
  ...linesOf(platformTable).map((line) => rowOf(line, makePlatformOfAlpha)),
  ...linesOf(connectorTable).map((line) => rowOf(line, makeConnectorOfAlpha)),
]
const samples = { ...identitySamples, ...engineSamples, ...platformSamples, ...connectorSamples }

type Row = ReturnType<typeof rowOf>

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function rowOf(line: string, make: typeof makeApp) {
  const [call = '', what = ''] = line.split('|').map((cell) => cell.trim())
  const cells = cellsOf(line)
  const expected: Cells = Object.fromEntries(
    cells.map((cell, column) => [columnNames[column], Number(cell)]),
  )
  return { call, title: `${call} ${what}`.trim(), cells, expected, make }
}

function cellsOf(line: string): string[] {
  return line.split('|').at(-1)?.trim().split(/ +/) ?? []
}

const endpoints: Record<string, AnyEndpoint> = contract
/** Calls that nobody needs to be signed in for; the credentials sent along change nothing. */
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

  it('opens to strangers only what the contract calls public', () => {
    const open = rows.filter(({ expected }) => (expected.nobody ?? 0) < 400).map(({ call }) => call)

    expect(open.filter((call) => !isPublic(call))).toEqual([])
  })
})

/** Calls that change nothing are asked one after the other. */
const isReading = ({ call }: { call: string }) => {
  const { method, path } = endpoints[call] as AnyEndpoint
  return method === 'GET' || /\/(_search|_stats|query)$/.test(path)
}

/** What a row does beside the database is not put back: a program that runs on, a file that goes. */
const needsOwnServer = ({ make, call, expected }: Row) =>
  make === makeEngineOfAlpha &&
  /^(run|scan|deleteJob|uploadResource|deleteResource)|ThreatFeed$/.test(call) &&
  Object.values(expected).some((status) => status < 400)

const makes = [...new Set(rows.map(({ make }) => make))]

/** 401 and 403 are decided before anything is asked of the database: they are the same on each. */
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

  it('lets the password of an account that is not locked in, so that the refusals above count', async () => {
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
  { params = {}, input = {} }: Sample,
  headers: Record<string, string>,
): Promise<number> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const isStream = endpoint.answer === 'events'
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(endpoint.method)
  const body = await bodyOf(input)
  const response = await app.inject({
    method: endpoint.method,
    url: hasBody ? path : `${path}?${urlEncoded(input)}`,
    headers: { ...headers, ...(hasBody ? body.headers : {}) },
    // Events have no end: the head of the answer says enough.
    payloadAsStream: isStream,
    ...(hasBody ? { payload: body.payload } : {}),
  })
  if (isStream) response.stream().destroy()
  else checkAnswer(endpoint.method, path, response)
  return response.statusCode
}

/** JSON, or multi-part where a file is to be sent. */
async function bodyOf(input: Record<string, unknown>) {
  const files = Object.entries(input).map(([key, value]) => [key, [value].flat()[0]] as const)
  const [name, file] = files.find(([, value]) => value instanceof File) ?? []
  if (name === undefined || !(file instanceof File)) return { payload: input, headers: {} }
  return multipart({ name, filename: file.name, value: Buffer.from(await file.arrayBuffer()) })
}
