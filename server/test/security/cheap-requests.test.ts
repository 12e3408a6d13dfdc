import { type AnyEndpoint, contract, openapiDocument } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { publicBodyBytes } from '../../src/http/body-limits.ts'
import { startPlatform } from '../../src/platform/platform.ts'
import { sqlite } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { sharedByTests } from '../lifetime.ts'
import { makeApp, type Person, type TestApp } from '../setup.ts'
import { fiftyMs, longestTurn, spent } from './main-thread.ts'
import { type Schema, sent, worstBodies, worstQueries, worstValues } from './worst-bodies.ts'

const bodyBytes = 1024 ** 2

/** But not those with an endless answer. */
const calls = (Object.entries(contract) as [string, AnyEndpoint][])
  .filter(([, { answer }]) => answer !== 'events')
  .map(([name, endpoint]) => ({ name, endpoint, url: endpoint.path.replace(/:\w+/g, 'x') }))
type Call = (typeof calls)[number]

const isPublic = ({ endpoint: { roles, duringSetup } }: Call) =>
  roles === 'public' || duringSetup === 'only'
const hasBody = ({ endpoint: { method } }: Call) => method !== 'GET'
const callOf = (name: keyof typeof contract) => calls.find((call) => call.name === name) as Call

/** A caller who is let in, or at least known. */
const personFor = ({ endpoint: { roles } }: Call): Person =>
  Array.isArray(roles) && !roles.includes('orgadmin') && roles.includes('superadmin')
    ? 'root'
    : 'orgadmin'

const bodies = worstBodies.map(({ name, type, fill }) => ({
  name,
  small: filledOnce(type, () => fill(publicBodyBytes)),
  large: filledOnce(type, () => fill(bodyBytes)),
}))
const wide = worstBodies[0]?.fill(bodyBytes) as Buffer
/** In one piece, which costs the test less. */
const wideAtOnce = () => ({ ...sent('application/json', wide), payload: wide })

function filledOnce(type: string, fill: () => Buffer) {
  let body: Buffer | undefined
  return () => {
    body ??= fill()
    return sent(type, body)
  }
}

type Sent = ReturnType<typeof sent>

interface Asked {
  what: string
  call: Pick<Call, 'url'> & { endpoint: Pick<AnyEndpoint, 'method'> }
  as?: Person
  body?: () => Sent
  query?: string
}

/** What took longer than it may, best of a few times, or was not refused as a mistake of the caller. */
async function offenders(app: TestApp, asked: readonly Asked[], budget: number) {
  const found: string[] = []
  for (const { what, call, as, body, query = '' } of asked) {
    const ask = () =>
      app.inject({
        ...(as && { as }),
        method: call.endpoint.method,
        url: call.url + query,
        ...body?.(),
      })
    let { ms, result } = await spent(ask)
    for (let again = 0; again < 3 && ms > budget; again += 1) ({ ms, result } = await spent(ask))
    if (ms > budget || result.statusCode >= 500)
      found.push(`${what}: ${ms.toFixed(0)} of ${budget.toFixed(0)} ms, ${result.statusCode}`)
  }
  return found
}

const app = sharedByTests(() => makeEngineApp(sqlite.open, [], { startPlatform }))

describe('before its caller is known, no request is expensive', () => {
  it('by any call, with a wide body of 1 MiB', async () => {
    const asked = calls.filter(hasBody).map((call) => ({ what: call.name, call, body: wideAtOnce }))

    expect(asked.length).toBeGreaterThan(200)
    expect(await offenders(await app(), asked, await fiftyMs())).toEqual([])
  })

  it('by any public call, with the worst bodies that it reads, and those that it does not', async () => {
    const asked = calls
      .filter((call) => isPublic(call) && hasBody(call))
      .flatMap((call) =>
        bodies.flatMap(({ name, small, large }) => [
          { what: `${call.name}, ${name}`, call, body: small },
          { what: `${call.name}, ${name}, 1 MiB`, call, body: large },
        ]),
      )

    expect(await offenders(await app(), asked, await fiftyMs())).toEqual([])
  })

  it('by the first run', async () => {
    const empty = await makeApp(sqlite.open, { empty: true })
    const asked = bodies.flatMap(({ name, small, large }) => [
      { what: name, call: callOf('setUp'), body: small },
      { what: `${name}, 1 MiB`, call: callOf('setUp'), body: large },
    ])

    expect(await offenders(empty, asked, await fiftyMs())).toEqual([])
  })

  it('with any query', async () => {
    const asked = calls.filter(isPublic).flatMap((call) =>
      worstQueries.map(({ name, query }) => ({
        what: `${call.name}, ${name}`,
        call,
        query: `?${query}`,
      })),
    )

    expect(await offenders(await app(), asked, await fiftyMs())).toEqual([])
  })

  it('to an address that leads nowhere', async () => {
    const call = { url: '/api/nowhere', endpoint: { method: 'POST' as const } }
    const asked = bodies.map(({ name, large }) => ({ what: name, call, body: large }))

    expect(await offenders(await app(), asked, await fiftyMs())).toEqual([])
  })
})

describe('once its caller is known, no request costs more than three times as much', () => {
  it('by any call, with a wide body of 1 MiB', async () => {
    const asked = calls
      .filter(hasBody)
      .map((call) => ({ what: call.name, call, as: personFor(call), body: wideAtOnce }))

    expect(await offenders(await app(), asked, 3 * (await fiftyMs()))).toEqual([])
  })

  it.each(['createAlertV1', 'createCaseObservableV1', 'updateUser', 'searchJobs'] as const)(
    'by %s, with the worst bodies and queries',
    async (name) => {
      const call = callOf(name)
      const asked = [
        ...bodies.map(({ name: what, large }) => ({ what, body: large })),
        ...worstQueries.map(({ name: what, query }) => ({ what, query: `?${query}` })),
      ].map((one) => ({ ...one, call, as: personFor(call) }))

      expect(await offenders(await app(), asked, 3 * (await fiftyMs()))).toEqual([])
    },
  )

  it('by a multi-part body that comes in one piece, which is not read in one go', async () => {
    const { inject } = await app()
    const { endpoint, url } = callOf('createCaseObservableV1')
    const found: string[] = []
    const budget = 3 * (await fiftyMs())
    for (const { name, type, fill } of worstBodies.filter(({ type }) => type.startsWith('multi'))) {
      const payload = fill(bodyBytes)
      const ask = () =>
        longestTurn(() =>
          inject({
            as: 'orgadmin',
            method: endpoint.method,
            url,
            payload,
            headers: { 'content-type': type },
          }),
        )
      let { longestMs, turns, result } = await ask()
      for (let again = 0; again < 3 && longestMs > budget; again += 1)
        ({ longestMs, turns, result } = await ask())
      // 16 pieces of 64 KiB, unless it is refused before its end.
      if (longestMs > budget || (turns < 16 && result.statusCode < 400))
        found.push(`${name}: ${longestMs.toFixed(0)} of ${budget.toFixed(0)} ms, ${turns} turns`)
    }

    expect(found).toEqual([])
  })

  it('by any kind of attribute, with the most that it may seem to hold', async () => {
    const known = new Set<string>()
    const asked = calls.filter(hasBody).flatMap((call) =>
      Object.entries<Schema>(call.endpoint.input.properties).flatMap(([attribute, schema]) => {
        const kind = JSON.stringify(schema)
        if (known.has(kind)) return []
        known.add(kind)
        return worstValues(schema).map(({ what, value }) => ({
          what: `${call.name}, ${attribute}: ${what}`,
          call,
          as: personFor(call),
          body: () => sent('application/json', Buffer.from(`{"${attribute}":${value}}`)),
        }))
      }),
    )

    expect(asked.length).toBeGreaterThan(100)
    expect(await offenders(await app(), asked, 3 * (await fiftyMs()))).toEqual([])
  })
})

describe('what is too much is refused with its limit', () => {
  const statusesOf = async (call: Call, as?: Person) => {
    const { inject } = await app()
    const rows = bodies.map(async ({ name, large }) => {
      const { statusCode, body } = await inject({
        ...(as && { as }),
        method: call.endpoint.method,
        url: call.url,
        ...large(),
      })
      return [name, `${statusCode} ${JSON.parse(body).message}`] as const
    })
    return Object.fromEntries(await Promise.all(rows))
  }

  it('to an unknown caller', async () => {
    const said = new Set(Object.values(await statusesOf(callOf('login'))))

    expect([...said].sort()).toEqual([
      '413 Request Entity Too Large: the body exceeds the limit of 32768 bytes',
      '413 Request Entity Too Large: the multipart body exceeds the limit of 32768 bytes',
    ])
  })

  it('to a known one', async () => {
    expect(await statusesOf(callOf('createAlertV1'), 'orgadmin')).toMatchObject({
      'a wide object': expect.stringMatching(
        /^413 .* more than 10000 different names; split it into/,
      ),
      'a long list': expect.stringMatching(
        /^413 .* more than 100000 values; split it into several/,
      ),
      'deep lists': '400 The JSON body is nested deeper than 64 levels',
      'many fields': expect.stringMatching(/^413 .*the form has more than 10000 fields/),
      'many parts': expect.stringMatching(/^413 .*more than 100 parts or 10 files/),
      'many parts without a name': expect.stringMatching(/^413 .*more than 100 parts or 10 files/),
      'a JSON part with distinct names': expect.stringMatching(/^413 .*10000 different names/),
    })
  })

  it('and 32 KiB are enough for the longest input of every public call', () => {
    const longest = calls.filter(isPublic).map(({ endpoint }) => lengthOf(endpoint.input))

    expect(Math.max(...longest)).toBeGreaterThan(8192)
    expect(Math.max(...longest)).toBeLessThan(publicBodyBytes)
    expect(JSON.stringify(openapiDocument(contract, '0'))).toContain(
      `${publicBodyBytes / 1024} KiB`,
    )
  })
})

/** Of the longest JSON text that a schema takes; a passkey has 4 KiB. */
function lengthOf({ properties, maxLength, enum: values }: Schema): number {
  if (properties === undefined) return maxLength ?? (values ? 100 : 4096)
  return Object.entries(properties).reduce(
    (sum, [name, schema]) => sum + name.length + 6 + lengthOf(schema),
    2,
  )
}
