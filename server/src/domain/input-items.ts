import { type InputItem, inputFormats, inputPrefills, isHostName } from '@assay/contract'
import { hasType } from './configuration.ts'
import { readItem } from './definition-items.ts'
import type { AttributeError } from './errors.ts'
import { readMail, readName, readRange } from './protection/entries.ts'
import type { Target } from './protection/targets.ts'
import { removed } from './redaction.ts'

const maxItems = 20
const maxChoices = 200
/** Of one text, and of all parameters together. */
const maxText = 16_384
const maxAll = 65_536

/** The platform sends these two; no definition describes them. */
const reserved: readonly string[] = ['organisation', 'user']

type Values = Readonly<Record<string, unknown>>

/**
 * What a responder asks for before a run. There are no patterns: a regular expression from a definition could
 * block the server.
 */
export function readInputItems(value: unknown, warnings: string[]): InputItem[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    warnings.push('inputItems is not a list; treated as empty')
    return []
  }
  if (value.length > maxItems) warnings.push(`inputItems: only the first ${maxItems} are used`)
  const items = new Map<string, InputItem>()
  for (const [index, entry] of value.slice(0, maxItems).entries()) {
    const where = `inputItems[${index}]`
    const isSecret = saysSecret(entry)
    const item = readItem(isSecret ? secretPart(entry as Values) : entry, where, warnings)
    if (!item) continue
    // guard: input-items.test.ts
    if (reserved.includes(item.name)) {
      warnings.push(`${where} ignored: name is reserved`)
      continue
    }
    // A reference to a file of the server is for configurations.
    const { format: _, ...plain } = item
    const rules = rulesIn(entry as Values, where, warnings)
    items.set(
      item.name,
      isSecret ? asSecret(plain, rules, where, warnings) : { ...plain, ...rules },
    )
  }
  return [...items.values()]
}

/** In doubt it is one. */
const saysSecret = (entry: unknown): boolean => {
  const { secret, type } = Object(entry) as Values
  return (secret !== undefined && secret !== null && secret !== false) || isSecretType(type)
}

const isSecretType = (type: unknown) =>
  typeof type === 'string' && /^(secret|password)$/i.test(type)

/** `secret` as a type is a text. */
const secretPart = (entry: Values): Values =>
  isSecretType(entry.type) ? { ...entry, type: 'string' } : entry

/** Whatever would show a value, or say what it may be, is for other inputs. */
function asSecret(
  { defaultValue, ...plain }: InputItem,
  { min, max, ...shown }: Partial<InputItem>,
  where: string,
  warnings: string[],
): InputItem {
  const ignored = { ...(defaultValue === undefined ? {} : { defaultValue }), ...shown }
  for (const name of Object.keys(ignored))
    warnings.push(`${where}: ${name} ignored, because the input is secret`)
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return { ...plain, ...bounds, secret: true }
}

function rulesIn(
  { choices, min, max, format, prefill }: Values,
  where: string,
  warnings: string[],
): Partial<InputItem> {
  const wrong = (name: string) => {
    warnings.push(`${where}: ${name} ignored`)
    return {}
  }
  const numbers = { min, max }
  return {
    ...(choices === undefined
      ? {}
      : isChoices(choices)
        ? { choices: [...choices] }
        : wrong('choices')),
    ...Object.fromEntries(
      Object.entries(numbers).flatMap(([name, bound]) => {
        if (bound === undefined) return []
        if (typeof bound === 'number' && Number.isFinite(bound)) return [[name, bound]]
        wrong(name)
        return []
      }),
    ),
    ...(format === undefined
      ? {}
      : inputFormats.some((known) => known === format)
        ? { format: format as NonNullable<InputItem['format']> }
        : wrong('format')),
    ...(prefill === undefined
      ? {}
      : inputPrefills.some((known) => known === prefill)
        ? { prefill: prefill as NonNullable<InputItem['prefill']> }
        : wrong('prefill')),
  }
}

const isChoices = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= maxChoices &&
  value.every(
    (one) => typeof one === 'number' || (typeof one === 'string' && one.length <= maxText),
  )

/** The parameters of a run with defaults filled in, and everything that is wrong with them. */
export function checkInputs(
  items: readonly InputItem[],
  given: Values,
): { readonly parameters: Record<string, unknown>; readonly errors: readonly AttributeError[] } {
  if (items.length === 0) return { parameters: { ...given }, errors: [] }
  const errors: AttributeError[] = []
  const parameters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (reserved.includes(name)) parameters[name] = value
    else if (!items.some((item) => item.name === name))
      errors.push({
        type: 'UnknownAttributeError',
        name: `parameters.${name}`,
        message: `parameters.${name} is not an input of this responder. It takes ${items.map((item) => item.name).join(', ')}`,
      })
  }
  for (const item of items) {
    const value = Object.hasOwn(given, item.name) ? given[item.name] : undefined
    if (value === undefined || value === null || value === '') {
      if (item.defaultValue !== undefined) parameters[item.name] = item.defaultValue
      else if (item.required)
        errors.push({
          type: 'MissingAttributeError',
          name: `parameters.${item.name}`,
          message: `parameters.${item.name} is required`,
        })
      continue
    }
    const wrong = item.secret && value === removed ? again : problemOf(item, value)
    if (wrong === undefined) parameters[item.name] = value
    else errors.push(invalid(item, wrong))
  }
  if (JSON.stringify(parameters).length > maxAll)
    errors.push({
      type: 'InvalidFormatAttributeError',
      name: 'parameters',
      format: 'object',
      message: `parameters: at most ${maxAll.toLocaleString('en')} characters`,
    })
  return { parameters, errors }
}

/** It came from an earlier run, as that is shown. */
const again = `entered again: ${removed} stands for a value that is not shown`

export interface SplitInputs {
  /** As they are stored and shown. */
  readonly parameters: Record<string, unknown>
  /** What is stored sealed; undefined if there is nothing. */
  readonly secret: Values | undefined
}

/** Takes out what the definition declares to be secret. */
export function splitInputs(items: readonly InputItem[], parameters: Values): SplitInputs {
  const names = secretNamesIn(items, parameters)
  if (names.length === 0) return { parameters: { ...parameters }, secret: undefined }
  const secret = Object.fromEntries(names.map((name) => [name, parameters[name]]))
  const hidden = Object.fromEntries(names.map((name) => [name, removed]))
  return { parameters: { ...parameters, ...hidden }, secret }
}

/** Names of secret inputs among these. */
export const secretNamesIn = (items: readonly InputItem[], given: Values): string[] =>
  items.flatMap(({ name, secret }) => (secret && Object.hasOwn(given, name) ? name : []))

const invalid = ({ name, type, format }: InputItem, expected: string): AttributeError => ({
  type: 'InvalidFormatAttributeError',
  name: `parameters.${name}`,
  format: format ?? type,
  message: `parameters.${name} must be ${expected}`,
})

function problemOf(item: InputItem, value: unknown): string | undefined {
  if (!item.multi) return elementProblem(item, value)
  if (!Array.isArray(value)) return `a list`
  for (const element of value) {
    const problem = elementProblem(item, element)
    if (problem !== undefined) return `a list; each element ${problem}`
  }
  return item.required && value.length === 0 ? 'a list with at least one element' : undefined
}

const typeNames = { string: 'text', text: 'text', number: 'a number', boolean: 'true or false' }

// guards: input-items.test.ts
function elementProblem(item: InputItem, value: unknown): string | undefined {
  const { type, choices, min, max, format } = item
  if (!hasType(type, value)) return typeNames[type]
  if (typeof value === 'string' && value.length > maxText)
    return `text of at most ${maxText.toLocaleString('en')} characters`
  if (choices !== undefined && !choices.some((choice) => choice === value))
    return `one of ${choices.slice(0, 20).join(', ')}`
  const size = typeof value === 'number' ? value : String(value).length
  const unit = typeof value === 'number' ? '' : ' characters'
  if (min !== undefined && size < min) return `at least ${min}${unit}`
  if (max !== undefined && size > max) return `at most ${max}${unit}`
  if (format !== undefined && typeof value === 'string' && !formats[format].fits(value))
    return formats[format].words
  return undefined
}

type Format = NonNullable<InputItem['format']>

const formats: Readonly<Record<Format, { readonly words: string; fits(text: string): boolean }>> = {
  mail: { words: 'an email address', fits: (text) => readMail(text) !== undefined },
  url: {
    words: 'a URL that starts with http:// or https://',
    fits: (text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  },
  ip: { words: 'an IP address or a network', fits: (text) => readRange(text) !== undefined },
  domain: {
    words: 'a domain name',
    fits: (text) => readName(text) !== undefined && isHostName(text.replace(/\.$/, '')),
  },
  date: {
    words: 'a date such as 2026-11-30',
    fits: (text) =>
      /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
  },
}

const observableFormats: readonly (Format | undefined)[] = ['mail', 'url', 'ip', 'domain']

/** Inputs that name an observable: what is protected is protected there, too. */
export const inputTargets = (items: readonly InputItem[], parameters: Values): Target[] =>
  items.flatMap(({ name, format }) =>
    observableFormats.includes(format)
      ? [parameters[name]]
          .flat()
          .filter((value): value is string => typeof value === 'string')
          .map((data) => ({ dataType: format ?? 'other', data }))
      : [],
  )
