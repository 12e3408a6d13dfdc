import { isDeepStrictEqual } from 'node:util'
import { type AnyEndpoint, acceptsFile, isSecretItem } from '@assay/contract'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { AttributeCheckingError, type AttributeError, missingAttribute } from '../domain/errors.ts'
import { type Field, type Fields, isReceivedFile } from './fields.ts'
import { define, isNull } from './input.ts'

interface InputShape {
  readonly properties?: object
  readonly patternProperties?: Record<string, unknown>
}

interface SchemaShape {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: SchemaShape[]
  items?: SchemaShape
  properties?: Record<string, SchemaShape>
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  description?: string
}

// Eight is the default, and every wrong attribute is to be named.
Settings.Set({ maxErrors: 1000 })

/** Compiling costs milliseconds, so it waits for the first call of an endpoint. */
const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const made = Compile(schema) as unknown as Validator
  validators.set(schema, made)
  return made
}

const placesOfFiles = new WeakMap<TSchema, readonly [string, SchemaShape][]>()

/** Attributes that take a file part. */
function filePlaces(schema: TSchema & { properties?: unknown }) {
  const known = placesOfFiles.get(schema)
  if (known) return known
  const all = Object.entries(schema.properties as Record<string, SchemaShape>)
  const places = all.filter(([, property]) => acceptsFile(property))
  placesOfFiles.set(schema, places)
  return places
}

/** Nothing at all is fine as well. */
export const acceptsNothing = ({ input, readOnlyAttributes }: AnyEndpoint): boolean =>
  readOnlyAttributes.length === 0 && validatorOf(input).Check({})

/** Attributes that were sent and stay as they are; see `fixedAttributes` of an endpoint. */
export type Fixed = ReadonlyMap<string, unknown>

/**
 * Throws one error that names every wrong attribute. `shown` are the attributes of the object that a PATCH
 * changes: of these also those that cannot be changed may be sent, see `refuseChanges`.
 */
export function checkInput(
  { resource: table, input: schema, ignoresUnknown, ...endpoint }: AnyEndpoint,
  input: Record<string, unknown>,
  fields: Fields,
  shown: ReadonlySet<string> = new Set(),
): Fixed {
  const properties = schema.properties as Record<string, SchemaShape>
  const isChange = endpoint.method === 'PATCH'
  const fixed = takeFixed(
    isChange
      ? Object.keys(input).filter(
          (name) => isFixed(endpoint, name) || (shown.has(name) && !isKnown(schema, name)),
        )
      : Object.keys(endpoint.fixedAttributes),
    input,
  )
  if (isChange) for (const name of sentAlong(table, fixed)) fixed.delete(name)
  const readOnlyAttributes = isChange ? [] : endpoint.readOnlyAttributes
  // Reads ignore unknown parameters, as clients of today's systems expect; a write that did so
  // would do something else than requested.
  if (ignoresUnknown) {
    const legacy = legacyOf[table] ?? []
    for (const name of Object.keys(input)) {
      if (isKnown(schema, name) || readOnlyAttributes.includes(name)) continue
      if (!isChange || legacy.includes(name)) delete input[name]
    }
  }
  const errors = new Map<string, AttributeError>()
  for (const name of readOnlyAttributes) {
    if (!Object.hasOwn(input, name)) continue
    errors.set(name, readOnlyAttribute(name))
    delete input[name]
  }
  for (const [name, property] of filePlaces(schema)) {
    if (isNotFile(fields.get(name)) && !fitsBesideFile(property, input[name]))
      errors.set(name, invalid(table, name, property, fields.get(name), true))
  }
  const validator = validatorOf(schema)
  if (!validator.Check(input)) {
    const { lean, cut } = shorten(input, properties)
    const isFine = (name: string) => validatorOf(properties[name] as TSchema).Check(input[name])
    const fineAndCut = new Set(cut.filter(isFine))
    for (const error of validator.Errors(lean)) {
      // A long list has an error for each of its items; to say more than one would quote it again.
      const wrong = attributeOf(error.instancePath)
      if (errors.has(wrong) || fineAndCut.has(wrong)) continue
      for (const found of attributeErrors(table, properties, error, fields)) {
        const attribute = found.name.replace(`${table}.`, '')
        if (!errors.has(attribute)) errors.set(attribute, found)
      }
    }
    for (const name of cut) {
      if (errors.has(name) || fineAndCut.has(name)) continue
      errors.set(name, invalid(table, name, properties[name] ?? {}, fields.get(name), false))
    }
  }
  if (errors.size > 0) throw new AttributeCheckingError(table, [...errors.values()])
  return fixed
}

/** More would take the search for errors, which is not compiled, longer than everything else. */
const maxSearched = 2_000

/** The beginning of an input, and which of its known attributes are not whole in it. */
function shorten(input: Record<string, unknown>, properties: Record<string, SchemaShape>) {
  const cut: string[] = []
  const lean: Record<string, unknown> = {}
  let left = maxSearched
  let isCut = false
  const copy = (value: unknown): unknown => {
    left -= 1
    if (typeof value !== 'object' || value === null || isReceivedFile(value)) return value
    if (Array.isArray(value)) {
      const items: unknown[] = []
      for (const item of value) {
        isCut ||= left <= 0
        if (left <= 0) break
        items.push(copy(item))
      }
      return items
    }
    const members: [string, unknown][] = []
    for (const name of Object.keys(value)) {
      isCut ||= left <= 0
      if (left <= 0) break
      members.push([name, copy((value as Record<string, unknown>)[name])])
    }
    return Object.fromEntries(members)
  }
  for (const [name, value] of Object.entries(input)) {
    isCut = false
    define(lean, name, copy(value))
    if (isCut && Object.hasOwn(properties, name)) cut.push(name)
  }
  return { lean, cut }
}

const isFixed = (
  {
    fixedAttributes,
    readOnlyAttributes,
  }: Pick<AnyEndpoint, 'fixedAttributes' | 'readOnlyAttributes'>,
  name: string,
) => Object.hasOwn(fixedAttributes, name) || readOnlyAttributes.includes(name)

const isKnown = (schema: InputShape, name: string) =>
  Object.hasOwn(schema.properties ?? {}, name) ||
  familiesOf(schema).some((family) => family.test(name))

/** Computed per caller, so it differs from reader to reader. */
const onRequest = [
  'extraData',
  'stats',
  'permissions',
  'similarCases',
  'reports',
  'seen',
  'case_task',
]
const onRequestOf: Readonly<Record<string, readonly string[]>> = {
  task: ['case'],
  observable: ['case', 'alert'],
}

/** Sent with every change by clients of today's platform, which passes it over. */
const legacyOf: Readonly<Record<string, readonly string[]>> = {
  case: ['metrics'],
  caseTemplate: ['metrics'],
  alert: ['artifacts'],
}

/** What of an object that is sent back whole says nothing about it. */
const sentAlong = (table: string, fixed: Fixed) =>
  [...onRequest, ...(onRequestOf[table] ?? []), ...(legacyOf[table] ?? [])].filter((name) =>
    fixed.has(name),
  )

function takeFixed(names: readonly string[], input: Record<string, unknown>): Map<string, unknown> {
  const fixed = new Map<string, unknown>()
  for (const name of names) {
    if (!Object.hasOwn(input, name)) continue
    fixed.set(name, input[name])
    delete input[name]
  }
  return fixed
}

/** Held against the object as it is read: what is left out there may be sent as null. */
export function refuseChanges(endpoint: AnyEndpoint, fixed: Fixed, present: object): void {
  const { resource: table, fixedAttributes, ignoresUnknown } = endpoint
  const shown: Record<string, unknown> = JSON.parse(JSON.stringify(present))
  const errors = [...fixed].flatMap(([name, value]) =>
    isSame(value, shown[name]) || isOlderReading(name, fixed, shown)
      ? []
      : [
          ignoresUnknown || isFixed(endpoint, name)
            ? readOnlyAttribute(name, fixedAttributes[name])
            : undeclaredAttribute(table, name),
        ],
  )
  if (errors.length > 0) throw new AttributeCheckingError(table, errors)
}

/** Forms hold text only. */
const isSame = (sent: unknown, shown: unknown) =>
  isDeepStrictEqual(sent ?? null, shown ?? null) ||
  (typeof sent === 'string' &&
    (typeof shown === 'number' || typeof shown === 'boolean') &&
    sent === String(shown))

/** A script that changes one object twice sends with the second change who made the one before the first. */
function isOlderReading(name: string, fixed: Fixed, shown: Record<string, unknown>): boolean {
  const [, prefix, what] = /^(_?)updated(At|By)$/.exec(name) ?? []
  if (prefix === undefined) return false
  const [sent, now] = [fixed.get(`${prefix}updatedAt`) ?? null, shown[`${prefix}updatedAt`]]
  if (sent === null) return what === 'At' || (fixed.get(name) ?? null) === null
  const created = Number(shown[`${prefix}createdAt`])
  return typeof sent === 'number' && typeof now === 'number' && sent >= created && sent < now
}

/** Attributes that a schema knows by a pattern of their names, such as `customFields.<name>`. */
const familiesOf = (schema: InputShape): RegExp[] =>
  Object.keys(schema.patternProperties ?? {}).map((pattern) => new RegExp(pattern, 'u'))

const isNotFile = (field: Field | undefined) =>
  field !== undefined && field.from !== 'file' && field.from !== 'files' && !isNull(field)

/** The schema of a file has no shape and lets every JSON value through, in a union as well. */
const fitsBesideFile = ({ anyOf = [] }: SchemaShape, value: unknown): boolean =>
  anyOf.some((other) => other.format !== 'binary' && validatorOf(other as TSchema).Check(value))

type SchemaError = ReturnType<Validator['Errors']>[number]

function attributeErrors(
  table: string,
  properties: Record<string, SchemaShape>,
  error: SchemaError,
  fields: Fields,
): AttributeError[] {
  const name = attributeOf(error.instancePath)
  if (error.keyword === 'required' && name === '')
    return error.params.requiredProperties.map(missingAttribute)
  if (error.keyword === 'additionalProperties' && name === '')
    return error.params.additionalProperties.map((unknown) => unknownAttribute(table, unknown))
  // Every object has a `constructor`; it is an attribute only if the schema says so.
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined
  // The rows that repeat "schema is false" for each unknown attribute say nothing new.
  if (!property) return []
  return [invalid(table, name, property, fields.get(name), error.keyword === 'type')]
}

/** `/roles/1` → `roles`. JSON pointers escape `~` and `/`. */
const attributeOf = (pointer: string) =>
  (pointer.split('/')[1] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')

/**
 * The value is left out: an unknown attribute is often a misspelt one, `pasword` for instance, and
 * what was sent under that name must not travel into logs and tickets.
 */
const unknownAttribute = (table: string, name: string): AttributeError =>
  /^[\p{L}\p{N}_.-]{1,64}$/u.test(name)
    ? {
        type: 'UnknownAttributeError',
        name: `${table}.${name}`,
        message: `Unknown attribute ${name}`,
      }
    : {
        // Mostly a whole JSON text that was sent as a form, with whatever it holds.
        type: 'UnknownAttributeError',
        name: `${table}.?`,
        message: 'Unknown attribute (not a name; JSON is sent with Content-Type: application/json)',
      }

const readOnlyAttribute = (name: string, instead?: string): AttributeError => ({
  type: 'UpdateReadOnlyAttributeError',
  name,
  message: `Attribute ${name} is read-only${instead === undefined ? '' : `: ${instead}`}`,
})

/** Shown, but not declared for changes: today's engine calls it unknown, and clients know that type. */
const undeclaredAttribute = (table: string, name: string): AttributeError => ({
  type: 'UnknownAttributeError',
  name: `${table}.${name}`,
  message: `Attribute ${name} is read-only`,
})

/** A value of the wrong type is named `table.attribute`, one out of bounds by its bare name. */
function invalid(
  table: string,
  name: string,
  property: SchemaShape,
  field: Field | undefined,
  isWrongType: boolean,
): AttributeError {
  // By the name, too: a secret that was sent to the wrong address is still one.
  const shown = isSecret(property) || isSecretItem(name) ? undefined : shownValue(field)
  const dump = shown === undefined ? '' : ` ${JSON.stringify(shown.value)},`
  return {
    type: 'InvalidFormatAttributeError',
    name: isWrongType ? `${table}.${name}` : name,
    format: formatName(property),
    ...(shown === undefined ? {} : { value: shown }),
    message: `Invalid format for ${name}:${dump} expected ${expectation(property)}`,
  }
}

/** Or holds one: what was sent is then not repeated. */
const isSecret = ({ format, anyOf = [], items, properties = {} }: SchemaShape): boolean =>
  format === 'password' ||
  [...anyOf, ...(items ? [items] : []), ...Object.values(properties)].some(isSecret)

const maxShownCharacters = 200

function shownValue(field: Field | undefined): { type: string; value: unknown } | undefined {
  if (field?.from !== 'json' && field?.from !== 'text') return undefined
  const shown =
    field.from === 'json'
      ? { type: 'JsonInputValue', value: field.value }
      : { type: 'StringInputValue', value: field.values }
  return JSON.stringify(shown).length > maxShownCharacters ? undefined : shown
}

function formatName(schema: SchemaShape): string {
  if (schema.format === 'binary') return 'attachment'
  if (schema.format === 'role') return 'role'
  if (schema.enum) return 'enumeration'
  if (schema.anyOf) return schema.anyOf.map(formatName).join('/')
  if (schema.type === 'array') return `multi-${formatName(schema.items ?? {})}`
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'raw'
}

function expectation(schema: SchemaShape): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if (schema.anyOf) return schema.anyOf.map(expectation).join(' or ')
  if (schema.type === 'array') return `${listOf(schema)}, each ${expectation(schema.items ?? {})}`
  if (schema.format === 'binary') return 'a file part'
  if (schema.properties) return `{ ${Object.keys(schema.properties).join(', ')} }`
  if (schema.format === 'role') return `a role (${schema.description})`
  if (schema.type === 'string' && schema.maxLength)
    return `string of ${schema.minLength ?? 0} to ${schema.maxLength} characters`
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  return formatName(schema)
}

/** With its bounds: a number that lies beyond them is one, too. */
function numberOf({ type, minimum, maximum }: SchemaShape): string {
  const what = type === 'integer' ? 'whole number' : 'number'
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}`
  if (minimum !== undefined) return `${what} of at least ${minimum}`
  return maximum === undefined ? 'number' : `${what} of at most ${maximum}`
}

function listOf({ minItems, maxItems }: SchemaShape): string {
  const limits = [minItems && `at least ${minItems}`, maxItems && `at most ${maxItems}`]
  const said = limits.filter(Boolean).join(' and ')
  return said === '' ? 'a list' : `a list of ${said}`
}
