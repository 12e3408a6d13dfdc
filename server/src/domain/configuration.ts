import type { ConfigurationItem } from '@assay/contract'
import { isObject } from '@assay/contract/objects'
import type { WorkerType } from './definition.ts'
import { type AttributeError, missingAttribute } from './errors.ts'
import { isSecretItem } from './redaction.ts'

export { isSecretItem, redact } from './redaction.ts'

export type Values = Readonly<Record<string, unknown>>

export interface GlobalDefaults {
  readonly jobTimeoutMinutes: number
  readonly jobCacheMinutes: number
}

const item = (
  name: string,
  type: ConfigurationItem['type'],
  description: string,
  defaultValue?: unknown,
): ConfigurationItem => ({
  name,
  description,
  type,
  multi: false,
  required: false,
  ...(defaultValue === undefined ? {} : { defaultValue }),
})

/** What every worker of a type can be given besides the items of its definition. */
export const globalItems = (type: WorkerType, defaults: GlobalDefaults): ConfigurationItem[] => [
  item('proxy_http', 'string', 'Proxy for HTTP requests of the program'),
  item('proxy_https', 'string', 'Proxy for HTTPS requests of the program'),
  item('cacerts', 'text', 'Trusted CA certificates (PEM)'),
  item('jobTimeout', 'number', 'Job timeout in minutes', defaults.jobTimeoutMinutes),
  ...(type === 'responder'
    ? []
    : [
        item('auto_extract_artifacts', 'boolean', 'Extract observables from the report', false),
        item('jobCache', 'number', 'Minutes to reuse a cached report', defaults.jobCacheMinutes),
      ]),
]

/** No defaults: an absent value must keep what the definition says. */
export const protectionItems: readonly ConfigurationItem[] = [
  item('check_tlp', 'boolean', 'Reject observables above the maximum TLP'),
  item('max_tlp', 'number', 'Maximum TLP'),
  item('check_pap', 'boolean', 'Reject observables above the maximum PAP'),
  item('max_pap', 'number', 'Maximum PAP'),
]

export interface Completed {
  /** Every item has a value here: the given one, the default, an empty list or null. */
  readonly configuration: Record<string, unknown>
  readonly errors: AttributeError[]
}

/**
 * Checks a whole configuration and names everything that is wrong with it at once. Where two items
 * share a name the first one counts, so a definition's own come before the global ones.
 */
export function completeConfiguration(
  items: readonly ConfigurationItem[],
  given: Values,
): Completed {
  const known = new Map<string, ConfigurationItem>()
  for (const entry of items) if (!known.has(entry.name)) known.set(entry.name, entry)
  const values: [string, unknown][] = []
  const errors: AttributeError[] = []
  for (const [name, entry] of known) {
    const value = chosenValue(entry, given)
    const error = value === undefined ? missingAttribute(name) : errorOf(entry, value)
    if (error) errors.push(error)
    else values.push([name, value])
  }
  for (const name of Object.keys(given)) if (!known.has(name)) errors.push(unknownItem(name))
  return { configuration: Object.fromEntries(values), errors }
}

/**
 * A shared configuration is only ever copied from: nothing is required and unknown names are dropped.
 */
export function completeShared(items: readonly ConfigurationItem[], given: Values): Completed {
  const names = new Set(items.map(({ name }) => name))
  const { configuration, errors } = completeConfiguration(
    items.map((entry) => ({ ...entry, required: false })),
    Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name))),
  )
  const set = Object.entries(configuration).filter(([, value]) => value !== null)
  return { configuration: Object.fromEntries(set), errors }
}

/** Undefined when a required value is missing. */
function chosenValue(entry: ConfigurationItem, given: Values): unknown {
  const value = Object.hasOwn(given, entry.name) ? given[entry.name] : undefined
  // A form that is left empty sends null, also for a list.
  if (value !== undefined) return value === null && entry.multi ? [] : value
  if (entry.defaultValue !== undefined) return entry.defaultValue
  if (entry.multi) return []
  return entry.required ? undefined : null
}

function errorOf(entry: ConfigurationItem, value: unknown): AttributeError | undefined {
  const { name, type } = entry
  if (entry.multi) {
    if (!Array.isArray(value)) return invalidItem(name, name, `multi-${type}`, value)
    const wrong = value.findIndex((element) => !hasType(type, element))
    return wrong < 0 ? undefined : invalidItem(name, `${name}[]`, type, value[wrong])
  }
  if (hasType(type, value) || (value === null && !entry.required)) return undefined
  return invalidItem(name, name, type, value)
}

export function hasType(type: ConfigurationItem['type'], value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'boolean':
      return typeof value === 'boolean'
  }
}

/** The error contains short plain values only: never a secret, never a page of text. */
function invalidItem(name: string, shownName: string, format: string, value: unknown) {
  const isPlain = typeof value !== 'object' || value === null
  const dump = isSecretItem(name) || !isPlain ? undefined : JSON.stringify(value)
  const isShown = dump !== undefined && dump.length <= 200
  return {
    type: 'InvalidFormatAttributeError' as const,
    name: shownName,
    format,
    ...(isShown ? { value: { type: 'JsonInputValue', value } } : {}),
    message: `Invalid format for ${shownName}:${isShown ? ` ${dump},` : ''} expected ${format}`,
  }
}

const unknownItem = (name: string): AttributeError => ({
  type: 'UnknownAttributeError',
  name: 'worker.config',
  message: `Unknown attribute worker.config: ${JSON.stringify(name.slice(0, 200))}`,
})

/**
 * The `config` of an input document. A stored null does not hide what the definition says, or a
 * definition with `check_tlp: true` would lose it unless the setting is repeated. An empty text
 * stays one: programs tell it from an absent one.
 */
export function mergeForRun(
  definitionConfig: Values,
  configuration: Values,
): Record<string, unknown> {
  const { proxy, ...merged } = merge(definitionConfig, configuration)
  const proxies = {
    // Programs descend into it and die when it is anything but an object.
    ...(isObject(proxy) ? proxy : {}),
    ...(isText(configuration.proxy_http) ? { http: configuration.proxy_http } : {}),
    ...(isText(configuration.proxy_https) ? { https: configuration.proxy_https } : {}),
  }
  return Object.keys(proxies).length === 0 ? merged : { ...merged, proxy: proxies }
}

function merge(below: Values, above: Values): Record<string, unknown> {
  const result = new Map(Object.entries(below))
  for (const [name, value] of Object.entries(above)) {
    const lower = result.get(name)
    if (isObject(lower) && isObject(value)) result.set(name, merge(lower, value))
    else if (value !== null || lower === undefined) result.set(name, value)
  }
  return Object.fromEntries(result)
}

export interface Limits {
  readonly checkTlp: boolean
  readonly maxTlp: number
  readonly checkPap: boolean
  readonly maxPap: number
}

/** Of a merged configuration, read as cortexutils reads it: no check unless asked, highest 2. */
export const limitsOf = (config: Values): Limits => ({
  checkTlp: Boolean(config.check_tlp),
  maxTlp: highest(config.max_tlp),
  checkPap: Boolean(config.check_pap),
  maxPap: highest(config.max_pap),
})

/** Definitions are free JSON: `"1"` is taken for 1, nonsense for the default. */
function highest(value: unknown): number {
  const number = isText(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 2
}

/**
 * The fixed message for an observable above the limit; null is not a limit. TLP is checked first.
 */
// guards: configuration.test.ts
export function levelProblem(
  limits: { readonly maxTlp: number | null; readonly maxPap: number | null },
  { tlp, pap }: { readonly tlp: number; readonly pap: number },
): string | undefined {
  if (limits.maxTlp !== null && tlp > limits.maxTlp) return 'TLP is higher than allowed.'
  if (limits.maxPap !== null && pap > limits.maxPap) return 'PAP is higher than allowed.'
  return undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
