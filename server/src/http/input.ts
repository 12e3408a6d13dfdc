import type { TObject, TSchema } from 'typebox'
import { checkDepth, countJson } from './body-limits.ts'
import type { Field, Fields } from './fields.ts'
import { checkJson } from './json.ts'

interface SchemaShape {
  type?: string
  anyOf?: SchemaShape[]
  enum?: unknown[]
  format?: string
  items?: SchemaShape
  properties?: Record<string, SchemaShape>
}

/** One object for the schema check. Text is converted to the type in the schema, JSON is not. */
export function readInput(
  schema: TObject,
  fields: Fields,
  isChange: boolean,
  bodyBytes: number,
): Record<string, unknown> {
  const properties = schema.properties as Record<string, TSchema>
  const input: Record<string, unknown> = {}
  const parse = jsonReader(bodyBytes)
  for (const [name, field] of fields) {
    const path = attributePath(name, properties)
    const property = schemaAt(properties, path)
    // When creating, null means "not given"; when changing, "clear".
    if (!isChange && isNull(field) && property && !acceptsNull(property)) continue
    assign(input, path, readField(property, field, parse))
  }
  return input
}

export const isNull = (field: Field) => field.from === 'json' && field.value === null

/** A schema without a kind accepts anything, null as well. */
function acceptsNull({ type, anyOf, enum: values, format }: SchemaShape): boolean {
  if (anyOf) return anyOf.some(acceptsNull)
  return type === 'null' || (type === undefined && !values && format !== 'binary')
}

/** `a.b` addresses attribute b inside attribute a, if a is an object that the schema knows. */
function attributePath(name: string, properties: Record<string, SchemaShape>): string[] {
  if (Object.hasOwn(properties, name) || !name.includes('.')) return [name]
  const path = name.split('.')
  checkDepth(path.length, 'input')
  const head = properties[path[0] ?? '']
  return head?.type === 'object' && !path.includes('__proto__') ? path : [name]
}

function schemaAt(properties: Record<string, SchemaShape>, path: string[]) {
  let schema: SchemaShape | undefined
  let next: Record<string, SchemaShape> | undefined = properties
  for (const step of path) {
    schema = next && Object.hasOwn(next, step) ? next[step] : undefined
    next = schema?.properties
  }
  return schema
}

function assign(input: Record<string, unknown>, path: string[], value: unknown): void {
  let target = input
  for (const step of path.slice(0, -1)) {
    const child = Object.hasOwn(target, step) ? target[step] : undefined
    if (typeof child === 'object' && child !== null && !Array.isArray(child)) {
      target = child as Record<string, unknown>
    } else {
      const made: Record<string, unknown> = {}
      define(target, step, made)
      target = made
    }
  }
  define(target, path.at(-1) ?? '', value)
}

/** Plain assignment of `__proto__` would change the prototype instead of adding a key. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}

function readField(schema: SchemaShape | undefined, field: Field, parse: ParseObject): unknown {
  switch (field.from) {
    case 'json':
      return field.value
    case 'file':
      return field.file
    case 'files':
      return field.files
    case 'refused-file':
      return null
    case 'text':
      return schema ? fromText(schema, field.values, parse) : (field.values[0] ?? '')
  }
}

/** What does not convert stays text, and the schema check reports it by name. */
function fromText(schema: SchemaShape, values: string[], parse: ParseObject): unknown {
  const variants = schema.anyOf ?? [schema]
  const array = variants.find((variant) => variant.type === 'array')
  if (array && (values.length > 1 || variants.length === 1)) {
    const items = values.filter((value) => value !== '')
    return items.map((item) => (array.items ? fromText(array.items, [item], parse) : item))
  }
  if (values.length !== 1) return values
  const text = values[0] as string
  for (const { type } of variants) {
    const value = scalar(type, text, parse)
    if (value !== undefined) return value
  }
  return text
}

function scalar(type: string | undefined, text: string, parse: ParseObject): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
    case 'boolean':
      if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
      return /^-?\d+$/.test(text) ? Number(text) === 1 : undefined
    case 'object':
      return parse(text)
    default:
      return undefined
  }
}

type ParseObject = (text: string) => unknown

/** Texts that hold JSON, of a form or query string; all of one request are counted together. */
function jsonReader(bodyBytes: number): ParseObject {
  let count: ReturnType<typeof countJson> | undefined
  return (text) => {
    count ??= countJson('JSON value', bodyBytes)
    count.next()
    count.add(Buffer.from(text))
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return undefined
    }
    checkJson(value, 'JSON value')
    return typeof value === 'object' ? value : undefined
  }
}
