import { ErrorBody } from '@assay/contract'
import * as fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import { databases } from '../databases.ts'
import { form, makeEcho } from '../echo.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { json, listen, multipart, openSocket, urlEncoded, type Values } from '../forms.ts'
import { hostileRequest, marker } from './hostile-input.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((value) => !value.includes('\0'))

/** Some of the attributes, each with a value that every form can express. */
const values = fc.record(
  {
    text,
    count: fc.integer(),
    flag: fc.boolean(),
    names: fc.array(text.filter(Boolean), { minLength: 1, maxLength: 4 }),
    sort: fc.array(text, { minLength: 2, maxLength: 3 }).map((list) => list.map((s) => `${s}x`)),
    box: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.integer()),
  },
  { requiredKeys: [] },
)

const bodies = {
  json: (value: Values) => json(value),
  form: (value: Values) => form(value),
  untyped: (value: Values) => multipart({ name: '_json', value: JSON.stringify(value) }),
  typed: (value: Values) =>
    multipart(
      { name: 'text', value: 'a plain part' },
      { name: '_json', value: JSON.stringify(value), type: 'application/json' },
    ),
  none: () => ({}),
}

it('merges body and query string like a plain object, whichever form the body has', async () => {
  const { send } = await makeEcho()
  const kind = fc.constantFrom(...(Object.keys(bodies) as (keyof typeof bodies)[]))

  await fc.assert(
    fc.asyncProperty(values, values, kind, async (inBody, inQuery, by) => {
      const response = await send(`?${urlEncoded(inQuery)}`, bodies[by](inBody))

      const expected = by === 'none' ? inQuery : { ...inBody, ...inQuery }
      expect(response.json()).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

it('understands the same values in every form', async () => {
  const { send } = await makeEcho()

  await fc.assert(
    fc.asyncProperty(values, async (sent) => {
      const answers = [await send(`?${urlEncoded(sent)}`)]
      for (const by of ['json', 'form', 'untyped', 'typed'] as const)
        answers.push(await send('', bodies[by](sent)))

      for (const answer of answers) expect(answer.json()).toEqual(sent)
    }),
    { numRuns: 40 },
  )
})

const errorBody = Compile(ErrorBody)

describe.each(databases)('$name: no input', ({ open }) => {
  it.each(['root', 'orgadmin', 'nobody'] as const)('breaks the server, as %s', async (person) => {
    const app = await makeEngineApp(open, [], { startPlatform })
    const as = person === 'nobody' ? {} : { as: person }

    await fc.assert(
      fc.asyncProperty(hostileRequest, async ({ method, path, search, body }) => {
        const response = await app.inject({ ...as, method, url: path + search, ...body })

        expect(response.statusCode, response.body).toBeLessThan(500)
        if (response.statusCode >= 400) {
          expect(errorBody.Errors(response.json())).toEqual([])
          expect(response.body).not.toContain(marker)
        }
      }),
      { numRuns: 60 },
    )

    expect(app.logged()).not.toContain(marker)
    expect(({} as Values).polluted).toBeUndefined()
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200)
  })
})

it('answers bytes that are not HTTP with an error or not at all', async () => {
  const { app } = await makeEcho()
  const port = await listen(app)
  const line = fc.constantFrom('GET / HTTP/1.1\r\n', 'POST /api/login HTTP/1.1\r\n', '')

  await fc.assert(
    fc.asyncProperty(line, fc.uint8Array({ maxLength: 200 }), async (start, bytes) => {
      const { socket, answer } = await openSocket(port)

      socket.end(Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from('\r\n\r\n')]))

      expect(await answer).toMatch(/^(HTTP\/1\.1 [24]\d\d |$)/)
    }),
    { numRuns: 50 },
  )

  expect((await fetch(`http://127.0.0.1:${port}/api/alive`)).status).toBe(200)
})
