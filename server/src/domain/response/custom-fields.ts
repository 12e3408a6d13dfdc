import { isObject } from '@assay/contract/objects'
import { AppError, AttributeCheckingError, type AttributeError } from '../errors.ts'

export const customFieldTypes = ['string', 'integer', 'float', 'boolean', 'date'] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

/** As stored with a case or an alert, by name of the field. */
export interface CustomFieldValue {
  readonly type: CustomFieldType
  readonly value: string | number | boolean | null
  readonly order: number | null
}

export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>

/** One value as given, unchecked. */
export interface CustomFieldInput {
  readonly name: string
  readonly value: unknown
  readonly order?: number | null
}

/** What a definition says about its values. */
export interface CustomFieldRule {
  readonly id: string
  readonly name: string
  readonly type: CustomFieldType
  /** JSON array; empty when any value will do. */
  readonly options: string
}

export type CustomFieldRules = ReadonlyMap<string, CustomFieldRule>

const maxTextLength = 65_536

/**
 * Both forms of both versions: `{ name: value }`, `{ name: { string: value, order: 1 } }` and
 * `[{ name, value, order }]`.
 */
export function readCustomFields(sent: unknown): CustomFieldInput[] {
  if (Array.isArray(sent)) return sent.map(listedField)
  if (!isObject(sent)) return []
  return Object.entries(sent).map(([name, value]) => namedField(name, value))
}

function listedField(item: unknown): CustomFieldInput {
  if (!isObject(item) || typeof item.name !== 'string')
    throw wrongFields([wrongForm('customFields', 'a list, each with name and value')])
  return { name: item.name, value: item.value ?? null, ...orderOf(item) }
}

/** An object that names no type we know holds no value, as clients of today's platform expect. */
function namedField(name: string, given: unknown): CustomFieldInput {
  if (!isObject(given)) return { name, value: given }
  const key = [...customFieldTypes, 'value'].find(
    (type) => given[type] !== undefined && given[type] !== null,
  )
  return { name, value: key === undefined ? null : given[key], ...orderOf(given) }
}

const orderOf = ({ order }: Record<string, unknown>) =>
  typeof order === 'number' && Number.isSafeInteger(Math.trunc(order))
    ? { order: Math.trunc(order) }
    : {}

/** Attributes `customFields.<name>`, each of which sets one field. */
export const readDottedFields = (sent: Readonly<Record<string, unknown>>): CustomFieldInput[] =>
  Object.entries(sent)
    .filter(([key]) => key.startsWith(dotted))
    .map(([key, value]) => namedField(key.slice(dotted.length), value))

const dotted = 'customFields.'

/** The values given and no others. */
export const replacedFields = (
  rules: CustomFieldRules,
  inputs: readonly CustomFieldInput[],
): CustomFieldValues => mergedFields({}, rules, inputs)

/** The values that are there, with those given set over them. */
export function mergedFields(
  current: CustomFieldValues,
  rules: CustomFieldRules,
  inputs: readonly CustomFieldInput[],
): CustomFieldValues {
  const values = new Map(Object.entries(current))
  const errors: AttributeError[] = []
  for (const input of inputs) {
    const rule = ruleOf(rules, input.name)
    const value = checkedValue(rule, input.value)
    if (value === undefined) errors.push(wrongValue(rule))
    else
      values.set(rule.name, {
        type: rule.type,
        value,
        order: input.order ?? values.get(rule.name)?.order ?? null,
      })
  }
  // guard: custom-fields.test.ts
  if (errors.length > 0) throw wrongFields(errors)
  return Object.fromEntries(values)
}

/** `<name>.<type>` means the field too, unless one is called just so. */
function ruleOf(rules: CustomFieldRules, path: string): CustomFieldRule {
  const name = path.replace(/\.(value|string|integer|float|boolean|date)$/, '')
  const rule =
    rules.get(path) ?? rules.get(name) ?? [...rules.values()].find(({ id }) => id === path)
  // guard: custom-fields.test.ts
  if (!rule) throw new AppError('NotFoundError', `CustomField ${shown(path)} not found`)
  return rule
}

const shown = (name: string) => (name.length > 128 ? `${name.slice(0, 128)}…` : name)

/** Undefined for a value that the field does not allow. */
function checkedValue(
  rule: CustomFieldRule,
  value: unknown,
): CustomFieldValue['value'] | undefined {
  if (value === null || value === undefined) return null
  const typed = typedValue(rule.type, value)
  const options: unknown[] = JSON.parse(rule.options)
  // guard (open = typed): custom-fields.test.ts
  return options.length === 0 || options.includes(typed) ? typed : undefined
}

/** The values to choose from, each of the field's own type. */
export function checkedOptions(type: CustomFieldType, options: readonly unknown[]): unknown[] {
  const typed = options.map((option) => typedValue(type, option))
  // guard: custom-fields.test.ts
  if (typed.includes(undefined))
    throw wrongFields([wrongForm('options', `a list, each ${expected[type]}`, type)])
  return [...new Set(typed)]
}

/** Undefined when it is not of the type. Numbers are cut, moments may come as digits. */
export function typedValue(
  type: CustomFieldType,
  value: unknown,
): string | number | boolean | undefined {
  switch (type) {
    case 'string':
      // guard (open = value): custom-fields.test.ts
      return typeof value === 'string' && value.length <= maxTextLength ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'float':
      return Number.isFinite(value) ? (value as number) : undefined
    case 'integer':
      return wholeNumber(value)
    case 'date':
      return wholeNumber(typeof value === 'string' && /^\d{1,16}$/.test(value) ? +value : value)
  }
}

function wholeNumber(value: unknown): number | undefined {
  const whole = typeof value === 'number' ? Math.trunc(value) : Number.NaN
  return Number.isSafeInteger(whole) ? whole : undefined
}

function wrongValue({ name, type, options }: CustomFieldRule): AttributeError {
  const choices: unknown[] = JSON.parse(options)
  const one = choices.length > 0 ? `one of ${choices.slice(0, 20).join(', ')}` : expected[type]
  return wrongForm(`customFields.${name}`, one, type)
}

const expected: Record<CustomFieldType, string> = {
  string: `text of at most ${maxTextLength} characters`,
  integer: 'a whole number',
  float: 'a number',
  boolean: 'true or false',
  date: 'epoch milliseconds',
}

const wrongForm = (name: string, one: string, format = 'customFields'): AttributeError => ({
  type: 'InvalidFormatAttributeError',
  name,
  format,
  message: `Invalid format for ${name}: expected ${one}`,
})

const wrongFields = (errors: AttributeError[]) => new AttributeCheckingError('customField', errors)
