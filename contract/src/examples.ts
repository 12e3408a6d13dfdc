import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { exampleValues } from './example-values.ts'

interface Schema {
  title?: string
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  minItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
}

/** A file has no example in JSON; leave it out when showing one. */
export const none = Symbol('no example')

/**
 * A value of a schema as a client might send or get it: what is required, and what is usual in
 * addition.
 * `thing` is the title of the enclosing schema, or the name of the call.
 */
export function exampleOf(schema: unknown, name = '', thing = ''): unknown {
  const given = schema as Schema
  if (given.format === 'binary') return none
  if ('const' in given) return given.const
  const values = exampleValues[`${thing}.${name}`] ?? exampleValues[name]
  const known = values?.find((value) => Check(given as TSchema, value))
  if (known !== undefined && !isBare(given)) return known
  if (given.enum) return given.enum[0]
  if (given.default !== undefined) return given.default
  if (given.anyOf) return ofUnion(given.anyOf, name, thing)
  switch (given.type) {
    case 'object':
      return ofObject(given, thing)
    case 'array':
      return ofArray(given, name, thing)
    case 'string':
      return ofText(given, name)
    case 'integer':
    case 'number':
      return given.minimum ?? (given.exclusiveMinimum ?? -1) + 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return values?.[0] ?? 'any value'
  }
}

/** Objects and lists of objects are made of their parts. */
const isBare = (schema: Schema): boolean =>
  Object.keys(schema.properties ?? {}).length > 0 ||
  Object.keys(schema.items?.properties ?? {}).length > 0

function ofUnion(members: Schema[], name: string, thing: string): unknown {
  for (const member of members) {
    if (member.type === 'null') continue
    const example = exampleOf(member, name, thing)
    if (example !== none) return example
  }
  return members.some(({ type }) => type === 'null') ? null : none
}

function ofObject(schema: Schema, within: string): unknown {
  const { properties = {}, required = [], title: thing = within } = schema
  const entries = Object.entries(properties)
  const values = valuesOf(schema)
  if (values && entries.length === 0) return { example: exampleOf(values) }
  const isShown = ([name]: [string, Schema]) => required.includes(name) || isUsual(name)
  const shown = entries.some(isShown) ? entries.filter(isShown) : entries.slice(0, 1)
  const parts = shown.map(([name, part]) => [name, exampleOf(part, name, thing)] as const)
  // A required file cannot be sent as JSON.
  if (parts.some(([name, value]) => value === none && required.includes(name))) return none
  return Object.fromEntries(parts.filter(([, value]) => value !== none))
}

const valuesOf = ({ patternProperties, additionalProperties }: Schema): Schema | undefined =>
  Object.values(patternProperties ?? {})[0] ??
  (typeof additionalProperties === 'object' ? additionalProperties : undefined)

/** What people send, and get, although it need not be there. */
const usual = `
  data dataType description message organization password pap query report roles severity tags title tlp updatedAt
  updatedBy _updatedAt _updatedBy startDate endDate stats`
const usualNames = new Set(usual.trim().split(/\s+/))
const isUsual = (name: string) => usualNames.has(name)

function ofArray(schema: Schema, name: string, thing: string): unknown {
  const item = exampleOf(schema.items ?? {}, name, thing)
  return item === none ? none : [item]
}

function ofText({ pattern, minLength = 0, maxLength = 1_000 }: Schema, name: string): string {
  if (pattern?.includes('\\d')) return '1794907800000'
  if (pattern?.includes('0-9a-f')) return String(exampleValues.hash?.[0])
  const text = name === '' || pattern !== undefined ? 'example' : name
  return text.padEnd(minLength, 'x').slice(0, maxLength)
}
