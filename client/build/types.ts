import { type AnyEndpoint, acceptsFiles, type Contract, inOrder } from '@assay/contract'

interface Schema {
  title?: string
  description?: string
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  patternProperties?: Record<string, Schema>
}

/** The types of all calls, spelled out: users of the client need no schema library. */
export function callTypes(contract: Contract, events: Record<string, unknown>): string {
  const named = new Map<string, string>()
  const methods = inOrder(contract).map(([name, call]) => {
    const comment = `  /** ${call.summary.replaceAll('*/', '* /')} */`
    return `${comment}\n  ${name}(${parameters(call, named)}): Promise<${answer(call, named)}>`
  })
  // Events that no call names by its own title.
  const aliases = Object.entries(events)
    .map(([name, schema]) => ({ name, type: typeOf(schema as Schema, named) }))
    .filter(({ name, type }) => name !== type)
    .map(({ name, type }) => `export type ${name} = ${type}`)
  return [
    '// Generated from the contract by the build of this package.',
    options,
    ...[...named].sort().map(([name, text]) => `export interface ${name} ${text}`),
    ...aliases,
    '/** All endpoints of the server, by name. */',
    `export interface Calls {\n${methods.join('\n')}\n}`,
    '',
  ].join('\n')
}

const options = `export interface Page<T> {
  rows: T[]
  total: number
}
export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal
  /** Query string, for the few POST inputs sent there, such as \`force=1\`. */
  query?: Record<string, string>
  /** Retry even if the first attempt may have been processed. */
  repeat?: boolean
}`

function parameters({ path, params, input }: AnyEndpoint, named: Map<string, string>): string {
  const isOptional = ((input as Schema).required ?? []).length === 0
  return [
    ...(path.includes('/:') ? [`params: ${typeOf(params, named)}`] : []),
    `input${isOptional ? '?' : ''}: ${typeOf(input, named)}`,
    'call?: CallOptions',
  ].join(', ')
}

function answer({ answer: kind, output }: AnyEndpoint, named: Map<string, string>): string {
  if (kind === 'list') return `Page<${typeOf(output, named)}>`
  if (kind === 'empty') return 'undefined'
  return kind === 'file' || kind === 'events' ? 'Response' : typeOf(output, named)
}

function typeOf(schema: Schema, named: Map<string, string>): string {
  if (schema.title === undefined || schema.properties === undefined) return shape(schema, named)
  // Marked before it is described: a schema may name itself.
  if (!named.has(schema.title)) {
    named.set(schema.title, '')
    named.set(schema.title, shape(schema, named))
  }
  return schema.title
}

function shape(schema: Schema, named: Map<string, string>): string {
  if (schema.anyOf) return union(schema.anyOf.map((each) => typeOf(each, named)))
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.format === 'binary') return acceptsFiles(schema) ? 'Blob[]' : 'Blob'
  switch (schema.type) {
    case 'integer':
      return 'number'
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return `${bracketed(schema.items ? typeOf(schema.items, named) : 'unknown')}[]`
    case 'object':
      return objectShape(schema, named)
    default:
      return 'unknown'
  }
}

function objectShape(schema: Schema, named: Map<string, string>): string {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema
  const values = patternProperties && Object.values(patternProperties)[0]
  if (values) return `Record<string, ${typeOf(values, named)}>`
  const lines = Object.entries(properties).map(([name, property]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
    const comment = property.description
      ? `/** ${property.description.replaceAll('*/', '* /')} */\n`
      : ''
    return `${comment}${key}${required.includes(name) ? '' : '?'}: ${typeOf(property, named)}`
  })
  if (typeof additionalProperties === 'object')
    return `Record<string, ${typeOf(additionalProperties, named)}>`
  if (lines.length === 0 && additionalProperties === true)
    return schema.properties ? 'object' : 'Record<string, unknown>'
  if (lines.length === 0) return '{}'
  return `{\n${lines.join('\n')}\n}`
}

const union = (types: string[]): string =>
  types.includes('unknown') ? 'unknown' : [...new Set(types)].map(bracketed).join(' | ')

const bracketed = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type)
