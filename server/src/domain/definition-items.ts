import type { ConfigurationItem } from '@assay/contract'
import { hasType } from './configuration.ts'

type ItemType = ConfigurationItem['type']

const itemTypes: readonly string[] = ['string', 'text', 'number', 'boolean'] satisfies ItemType[]
const maxNameLength = 256
const maxDescriptionLength = 100_000

/**
 * The items of a definition. An unusable one is left out with a warning; a misspelt `default` or
 * `defaultvalue` is ignored like any unknown key, as it always was.
 */
export function readItems(value: unknown, warnings: string[]): ConfigurationItem[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    warnings.push('configurationItems is not a list; treated as empty')
    return []
  }
  const items = new Map<string, ConfigurationItem>()
  for (const [index, entry] of value.entries()) {
    const item = readItem(entry, `configurationItems[${index}]`, warnings)
    if (!item) continue
    if (items.has(item.name))
      warnings.push(`duplicate configuration item ${item.name}; using the last one`)
    items.set(item.name, item)
  }
  return [...items.values()]
}

/** One of them; undefined if it cannot be used. */
export function readItem(value: unknown, where: string, warnings: string[]) {
  const leaveOut = (why: string) => {
    warnings.push(`${where} ignored: ${why}`)
    return undefined
  }
  if (typeof value !== 'object' || value === null) return leaveOut('not an object')
  const { name, label, description, type, multi, required, defaultValue } = value as Record<
    string,
    unknown
  >
  if (typeof name !== 'string' || name === '') return leaveOut('name is missing')
  if (name.length > maxNameLength)
    return leaveOut(`name is longer than ${maxNameLength} characters`)
  // Configurations are plain objects, in which this name means something else.
  if (name === '__proto__') return leaveOut('name is reserved')
  const known = typeof type === 'string' ? type.toLowerCase() : ''
  if (!itemTypes.includes(known))
    return leaveOut(`type of ${name} must be one of ${itemTypes.join(', ')}`)
  const text = typeof description === 'string' ? description : ''
  if (text.length > maxDescriptionLength)
    return leaveOut(`description of ${name} is longer than ${maxDescriptionLength} characters`)
  const item: ConfigurationItem = {
    name,
    ...(isLabel(label) ? { label: label.trim() } : {}),
    description: text,
    type: known as ItemType,
    multi: multi === true,
    required: required === true,
  }
  if (defaultValue === undefined || defaultValue === null) return item
  const fitting = fittingDefault(item, defaultValue)
  if (fitting !== undefined) return { ...item, defaultValue: fitting }
  warnings.push(`default of item ${name} is not a ${multi === true ? 'list of ' : ''}${known}`)
  return item
}

/** One line, as shown next to a field. */
const isLabel = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\n]{1,256}$/.test(value.trim())

/**
 * Definitions in use give numbers as texts (`"100"`). Taken as written, such a default would fail
 * every configuration that does not set the item.
 */
function fittingDefault({ type, multi }: ConfigurationItem, value: unknown): unknown {
  if (!multi) return converted(type, value)
  const list = (Array.isArray(value) ? value : [value]).map((element) => converted(type, element))
  return list.includes(undefined) ? undefined : list
}

function converted(type: ItemType, value: unknown): unknown {
  if (hasType(type, value)) return value
  if (type === 'number' && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value)
    return Number.isFinite(number) ? number : undefined
  }
  if (type === 'boolean' && typeof value === 'string') {
    const word = value.trim().toLowerCase()
    return word === 'true' || word === 'false' ? word === 'true' : undefined
  }
  if ((type === 'string' || type === 'text') && ['number', 'boolean'].includes(typeof value))
    return String(value)
  return undefined
}
