import { type AnyEndpoint, contract } from '@assay/contract'
import * as fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { multipart, urlEncoded } from '../forms.ts'

/** Sent under every name of a secret; no answer may contain it. */
export const marker = 'S3CRET-that-nobody-may-see-0123456789'

const searchKeys = ['_and', '_or', '_not', '_in', '_id', '_gt', '_lte', '_between', '_like', '_any']
const searchWords = ['_field', '_value', '_values', '_from', '_to', '_string', '_wildcard', '_agg']
const statsWords = [
  '_name',
  '_query',
  '_select',
  '_size',
  '_order',
  '_fields',
  '_interval',
  '_field',
]
const oddKeys = ['__proto__', 'constructor', 'prototype', 'toString', '', 'a.b', 'query.x.y', '_x']
const oddTexts = ['\0', '\ud800', '\udc00x', '﷽', '-1', 'NaN', '1e999', 'all', '0-1e9', '%', "';--"]
const fieldNames = [
  'login',
  'name',
  'createdAt',
  'roles',
  'status',
  'organization',
  '_type',
  '-name',
]

const scalar = fc.oneof(
  fc.constantFrom(...oddTexts, ...fieldNames, ...searchKeys),
  fc.constantFrom<unknown>(null, true, false, 0, -0, 1e308, -1e308, 2 ** 53, 2 ** 63, 0.1, 1e-320),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.constantFrom(['read'], [], {}, [[]], 'x'.repeat(5000)),
)

const key = fc.oneof(
  fc.constantFrom(...searchKeys, ...searchWords, ...statsWords, ...oddKeys, ...fieldNames),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

const tree = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('node')), { maxLength: 3 }).map((pairs) => objectOf(pairs)),
    fc.constantFrom(20, 70, 500).map(deep),
  ),
})).node

/** Also under names that plain assignment would not make. */
function objectOf(pairs: [string, unknown][]): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [name, value] of pairs)
    Object.defineProperty(made, name, { value, enumerable: true, configurable: true })
  return made
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { _not: value }
  return value
}

const secretNames = ['password', 'key', 'currentPassword']

const input = ({ input: schema }: AnyEndpoint) => {
  const names = Object.keys(schema.properties)
  const known = names.length > 0 ? [fc.constantFrom(...names)] : []
  return fc
    .array(fc.tuple(fc.oneof(...known, ...known, key), tree), { maxLength: 5 })
    .map((pairs) =>
      objectOf(pairs.map(([name, value]) => [name, secretNames.includes(name) ? [marker] : value])),
    )
}

const contentType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'text/json; charset=utf-16',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary=""',
    'text/plain',
    'application/json; boundary=b',
  ),
  fc.stringMatching(/^[!-~]{0,30}$/),
)

const body = (endpoint: AnyEndpoint): fc.Arbitrary<Pick<InjectOptions, 'payload' | 'headers'>> => {
  const value = input(endpoint)
  const as = (type: string) => (payload: string) => ({ payload, headers: { 'content-type': type } })
  const text = value.map((sent) => JSON.stringify(sent))
  return fc.oneof(
    fc.constant({}),
    text.map(as('application/json')),
    text.map((sent) => as('application/json')(sent.slice(0, -1))),
    value.map((sent) => as('application/x-www-form-urlencoded')(urlEncoded(sent))),
    fc
      .tuple(text, fc.constantFrom(undefined, 'application/json', 'x/y'))
      .map(([sent, type]) => multipart({ name: '_json', value: sent, ...(type && { type }) })),
    fc
      .tuple(key, fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 9 }))
      .map(([name, bytes, filename]) =>
        multipart({ name: quoted(name), value: Buffer.from(bytes), filename: quoted(filename) }),
      ),
    fc
      .tuple(contentType, fc.uint8Array({ maxLength: 300 }))
      .map(([type, bytes]) => ({ payload: Buffer.from(bytes), headers: { 'content-type': type } })),
    fc
      .tuple(contentType, text)
      .map(([type, sent]) => ({ payload: sent, headers: { 'content-type': type } })),
  )
}

const quoted = (text: string) => text.replace(/["\r\n]/g, '')

const search = (endpoint: AnyEndpoint) =>
  fc.oneof(
    fc.constant(''),
    fc.stringMatching(/^[a-z0-9%=&+._;[\]{}":-]{0,60}$/).map((text) => `?${text}`),
    input(endpoint).map((value) => `?${urlEncoded(value).slice(0, 8000)}`),
  )

const parameter = fc.oneof(
  fc.constantFrom(
    'rita',
    'bob',
    'beta',
    'nobody-such',
    '%00',
    '%ff',
    '%zz',
    '..',
    '%2e%2e%2f',
    '~',
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((text) => encodeURIComponent(text)),
)

/** But not those with an endless answer. */
const calls = (Object.values(contract) as AnyEndpoint[]).filter(({ answer }) => answer !== 'events')

const requestTo = (endpoint: AnyEndpoint) =>
  fc.record({
    method: fc.constant(endpoint.method),
    path: parameter.map((value) => endpoint.path.replace(/:\w+/g, value)),
    search: search(endpoint),
    body: body(endpoint),
  })

/** What makes requests of one call is made once: that takes longer than to make a request by it. */
const requests = new Map<AnyEndpoint, ReturnType<typeof requestTo>>()

/** A request to some call of the contract: right method, and everything else as bad as it gets. */
export const hostileRequest = fc.constantFrom(...calls).chain((endpoint) => {
  const known = requests.get(endpoint) ?? requestTo(endpoint)
  requests.set(endpoint, known)
  return known
})
