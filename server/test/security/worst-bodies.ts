import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { head } from '../forms.ts'

export interface WorstBody {
  readonly name: string
  readonly type: string
  /** As large as it can be within so many bytes. */
  fill(bytes: number): Buffer
}

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const parts = 'multipart/form-data; boundary=b'

/** `item(0)`, `item(1)` …, as many as fit. */
function repeat(item: (at: number) => string, bytes: number, between = ','): string {
  const items: string[] = []
  let size = 0
  for (let at = 0; ; at += 1) {
    const next = item(at)
    size += next.length + between.length
    if (size > bytes) return items.join(between)
    items.push(next)
  }
}

const tenNames = (at: number) =>
  `{${Array.from({ length: 10 }, (_, name) => `"${(at * 10 + name).toString(36)}":1`).join()}}`

const jsonPart = (bytes: number) =>
  `${head('b', { name: '_json', type: json })}{"a":[${repeat(tenNames, bytes - 200)}]}\r\n`

/** Whatever makes a reader of bodies work hard. */
export const worstBodies: readonly WorstBody[] = [
  {
    name: 'a wide object',
    type: json,
    fill: (bytes) => text(`{${repeat((at) => `"${at.toString(36)}":1`, bytes - 2)}}`),
  },
  {
    name: 'many objects with distinct names',
    type: json,
    fill: (bytes) => text(`{"a":[${repeat(tenNames, bytes - 8)}]}`),
  },
  {
    name: 'a wide object with an escape in each name',
    type: json,
    fill: (bytes) => text(`{"a":{${repeat((at) => `"\\u0041${at.toString(36)}":1`, bytes - 8)}}}`),
  },
  {
    name: 'a long list',
    type: json,
    fill: (bytes) => text(`{"a":[${repeat(() => '1', bytes - 8)}]}`),
  },
  {
    name: 'a list instead of an object',
    type: json,
    fill: (bytes) => text(`[${repeat(() => '""', bytes - 2)}]`),
  },
  {
    name: 'empty objects',
    type: json,
    fill: (bytes) => text(`{"a":[${repeat(() => '{}', bytes - 8)}]}`),
  },
  { name: 'deep lists', type: json, fill: (bytes) => text('['.repeat(bytes)) },
  {
    name: 'deep objects',
    type: json,
    fill: (bytes) => text(repeat(() => '{"a":', bytes, '')),
  },
  {
    name: 'many escapes',
    type: json,
    fill: (bytes) => text(`{"a":"${repeat(() => '\\u0041', bytes - 8, '')}"}`),
  },
  { name: 'a long number', type: json, fill: (bytes) => text(`{"a":${'1'.repeat(bytes - 6)}}`) },
  {
    name: 'many fields',
    type: form,
    fill: (bytes) => text(repeat((at) => `${at.toString(36)}=1`, bytes, '&')),
  },
  {
    name: 'one field many times',
    type: form,
    fill: (bytes) => text(repeat(() => 'a', bytes, '&')),
  },
  { name: 'many spaces', type: form, fill: (bytes) => text(`a=${'+'.repeat(bytes - 2)}`) },
  { name: 'many signs in %', type: form, fill: (bytes) => text(repeat(() => '%41', bytes, '')) },
  { name: 'nothing but %', type: form, fill: (bytes) => text('%'.repeat(bytes)) },
  {
    name: 'many parts',
    type: parts,
    fill: (bytes) =>
      text(`${repeat((at) => `${head('b', { name: `p${at}` })}x\r\n`, bytes - 8, '')}--b--\r\n`),
  },
  {
    name: 'many parts without a name',
    type: parts,
    fill: (bytes) => text(`${repeat(() => '--b\r\n\r\n\r\n', bytes - 8, '')}--b--\r\n`),
  },
  {
    name: 'a JSON part with distinct names',
    type: parts,
    fill: (bytes) => text(`${jsonPart(bytes - 8)}--b--\r\n`),
  },
  {
    name: 'JSON parts that mean nothing',
    type: parts,
    fill: (bytes) =>
      text(`${repeat(() => jsonPart(bytes / 8).replace('_json', 'x'), bytes - 8, '')}--b--\r\n`),
  },
  {
    name: 'headers of parts',
    type: parts,
    fill: (bytes) => {
      const header = (at: number) => `--b\r\n${`h${at}: 1\r\n`.repeat(1_500)}\r\n\r\n`
      return text(`${repeat(header, bytes - 8, '')}--b--\r\n`)
    },
  },
  {
    name: 'almost a boundary, again and again',
    type: parts,
    fill: (bytes) =>
      text(
        `${head('b', { name: '_json' })}${repeat(() => '\r\n--', bytes - 200, '')}\r\n--b--\r\n`,
      ),
  },
  { name: 'no multi-part', type: parts, fill: (bytes) => text('x'.repeat(bytes)) },
  { name: 'no known type', type: 'x/y', fill: (bytes) => text('x'.repeat(bytes)) },
]

/** Longer ones are refused with the header. */
const queryBytes = 15_000

export const worstQueries: readonly { name: string; query: string }[] = [
  { name: 'many names', query: repeat((at) => at.toString(36), queryBytes, '&') },
  { name: 'one name many times', query: repeat(() => 'a', queryBytes, '&') },
  { name: 'nothing but %', query: `a=${'%'.repeat(queryBytes)}` },
  { name: 'deep JSON', query: `query=${'['.repeat(queryBytes)}` },
  { name: 'wide JSON', query: `query={${repeat((at) => `"${at.toString(36)}":1`, queryBytes)}}` },
  { name: 'a long path', query: `query.${repeat(() => 'a', queryBytes, '.')}=1` },
]

const text = (content: string) => Buffer.from(content)

/** In pieces, as a socket hands them over: others have their turn between two of them. */
export const sent = (type: string, body: Buffer): Pick<InjectOptions, 'payload' | 'headers'> => ({
  payload: Readable.from(piecesOf(body), { objectMode: false }),
  headers: { 'content-type': type, 'content-length': String(body.length) },
})

async function* piecesOf(body: Buffer) {
  const size = 65_536
  for (let at = 0; at < body.length; at += size) {
    await setImmediate()
    yield body.subarray(at, at + size)
  }
}

export interface Schema {
  type?: string
  anyOf?: Schema[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  maxLength?: number
  pattern?: string
  items?: Schema
  maxItems?: number
}

/** JSON in the general shape of the schema, each much larger than allowed. */
export function worstValues(schema: Schema): { what: string; value: string }[] {
  const variants = schema.anyOf ?? [schema]
  const types = new Set(variants.map(({ type }) => type))
  const isAny = types.has(undefined)
  // A text whose length is checked costs nothing more.
  const hasWork = ({ type, maxLength, pattern }: Schema) =>
    type === 'string' && (maxLength === undefined || pattern !== undefined)
  return [
    ...(isAny || variants.some(hasWork) ? [letters] : []),
    ...(isAny || types.has('array') ? [manyTexts, manyObjects] : []),
    ...(isAny || types.has('object') ? [wideObject] : []),
  ]
}

const listOf = (length: number, item: (at: number) => string) =>
  `[${Array.from({ length }, (_, at) => item(at)).join()}]`

const letters = { what: 'a long text', value: `"${'a'.repeat(300_000)}"` }
const manyTexts = { what: 'many texts', value: listOf(30_000, (at) => `"${at.toString(36)}"`) }
const manyObjects = { what: 'many objects', value: listOf(900, tenNames) }
const wideObject = {
  what: 'a wide object',
  value: `{${Array.from({ length: 9_900 }, (_, at) => `"${at.toString(36)}":{}`).join()}}`,
}
