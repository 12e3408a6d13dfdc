import { endpoint } from '@assay/contract'
import type { InjectOptions } from 'fastify'
import { Type } from 'typebox'
import { databases } from './databases.ts'
import { urlEncoded, type Values } from './forms.ts'
import { makeOwnApp } from './setup.ts'

export const sqlite = databases.find(({ name }) => name === 'sqlite') as (typeof databases)[number]

/** A call with an attribute of every kind, which answers what it understood. */
export const echo = endpoint({
  method: 'POST',
  path: '/api/test/echo',
  roles: 'any',
  effect: 'write',
  resource: 'test',
  summary: 'Answers its input',
  input: Type.Object(
    {
      text: Type.Optional(Type.String()),
      count: Type.Optional(Type.Integer()),
      amount: Type.Optional(Type.Number()),
      flag: Type.Optional(Type.Boolean()),
      names: Type.Optional(Type.Array(Type.String())),
      sort: Type.Optional(Type.Union([Type.Array(Type.String()), Type.String()])),
      box: Type.Optional(
        Type.Object({ size: Type.Optional(Type.Integer()) }, { additionalProperties: true }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({}, { additionalProperties: true }),
})

/** The server with that call. */
export async function makeEcho() {
  const app = await makeOwnApp(sqlite.open)
  app.route(echo, async ({ input }) => input)
  const send = (search: string, sent: Pick<InjectOptions, 'payload' | 'headers'> = {}) =>
    app.inject({ as: 'orgadmin', method: 'POST', url: `/api/test/echo${search}`, ...sent })
  return { app, send }
}

export const form = (values: Values) => ({
  payload: urlEncoded(values),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
