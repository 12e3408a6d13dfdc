import { type AnyEndpoint, holdsCredential, isMarkedCredential } from '@assay/contract'
import { removed } from '../domain/redaction.ts'
import { mapRows, type Rows } from '../domain/rows.ts'

interface Shape {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
}

/**
 * The answer for a key that is shown no credential: what the contract marks as one is left out, or
 * replaced where it is never absent. Whatever has another form than one object, a list of them or rows is not
 * sent at all.
 */
export function withoutCredentials(endpoint: AnyEndpoint, result: unknown): unknown {
  if (!holdsCredential(endpoint)) return result
  const output = endpoint.output as Shape
  if (endpoint.answer === 'list')
    return mapRows(result as Rows<unknown>, (row) => shown(output, row))
  if (endpoint.answer === 'json') return shown(output, result)
  throw new Error(`${endpoint.path} is open to narrow keys, and its credential cannot be left out`)
}

function shown(schema: Shape, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => shown(schema.items ?? {}, element))
  if (!isPlain(value) || schema.properties === undefined)
    throw new Error('An answer with a credential has an unknown form')
  const { properties, required = [] } = schema
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const property = properties[name]
      if (property === undefined) return []
      if (!isMarkedCredential(property)) return [[name, inner]]
      return required.includes(name) ? [[name, property.type === 'string' ? removed : {}]] : []
    }),
  )
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
