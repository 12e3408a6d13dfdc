import { isRecord } from '../../base/model/levels.ts'
import { typeName } from '../../base/model/type-name.ts'
import { formatNumber } from '../../base/texts/index.ts'
import type { Choice } from '../../base/ui/choice-menu.tsx'

const maxValues = 100

/** Asks the server for the values of a field, the most frequent first. */
export const valuesOfField = (field: string) => [
  { _agg: 'field', _field: field, _size: maxValues, _select: [{ _agg: 'count' }] },
]

/** What it answered, to choose from. */
export const fieldChoices = (stats: Readonly<Record<string, unknown>> | undefined): Choice[] =>
  Object.entries(stats ?? {}).map(([value, found]) => ({
    value,
    label: value,
    ...(isRecord(found) ? { hint: formatNumber(Number(found.count)) } : {}),
  }))

/** Each value once, in order. */
export const plainChoices = (values: readonly string[]): Choice[] =>
  [...new Set(values)].sort().map((value) => ({ value, label: value }))

/** Types of values by the names that people have for them. */
export const dataTypeChoices = (types: readonly string[]): Choice[] =>
  plainChoices(types).map((choice) => ({ ...choice, label: typeName(choice.value) }))
