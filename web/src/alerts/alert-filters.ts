import {
  allOf,
  anyOf,
  contains,
  type Filter,
  is,
  isBefore,
  isFrom,
  isOneOf,
} from '../response/steps.ts'
import { type AlertStatus, alertStatuses } from './alert-status.ts'

/** What the address asks for. */
export interface AlertFilters {
  readonly status: readonly AlertStatus[]
  readonly read: 'yes' | 'no' | undefined
  readonly severity: readonly number[]
  readonly source: readonly string[]
  readonly type: readonly string[]
  readonly tag: readonly string[]
  readonly text: string
  /** Days, `2026-11-14`: the first and the last one. */
  readonly after: string
  readonly before: string
}

/** Names in the address; `page` and `sort` are no filters. */
export const filterNames = [
  'status',
  'read',
  'severity',
  'source',
  'type',
  'tag',
  'text',
  'after',
  'before',
] as const
export type FilterName = (typeof filterNames)[number]

export function filtersIn(params: URLSearchParams): AlertFilters {
  const read = params.get('read')
  return {
    status: alertStatuses.filter((status) => params.getAll('status').includes(status)),
    read: read === 'yes' || read === 'no' ? read : undefined,
    severity: [1, 2, 3, 4].filter((level) => params.getAll('severity').includes(String(level))),
    source: params.getAll('source'),
    type: params.getAll('type'),
    tag: params.getAll('tag'),
    text: params.get('text') ?? '',
    after: dayIn(params.get('after')),
    before: dayIn(params.get('before')),
  }
}

const dayIn = (day: string | null) => (day && Number.isFinite(startOf(day)) ? day : '')

/** Midnight of the reader's clock. */
const startOf = (day: string) => Date.parse(`${day}T00:00`)

const endOf = (day: string) => {
  const end = new Date(startOf(day))
  // By the calendar: twice a year a day has 23 or 25 hours.
  end.setDate(end.getDate() + 1)
  return end.getTime()
}

/** Version 1 knows no status of alerts, only what it is made of. */
const statusFilters: Record<AlertStatus, Filter> = {
  New: { _and: [is('read', false), is('imported', false)] },
  Updated: { _and: [is('read', false), is('imported', true)] },
  Ignored: { _and: [is('read', true), is('imported', false)] },
  Imported: { _and: [is('read', true), is('imported', true)] },
}

const oneOf = (field: string, values: readonly (string | number)[]) =>
  values.length > 0 && isOneOf(field, values)

export function filterOf(filters: AlertFilters): Filter | undefined {
  const wanted = filters.text.trim()
  return allOf([
    filters.status.length > 0 && anyOf(filters.status.map((status) => statusFilters[status])),
    filters.read !== undefined && is('read', filters.read === 'yes'),
    oneOf('severity', filters.severity),
    oneOf('source', filters.source),
    oneOf('type', filters.type),
    oneOf('tags', filters.tag),
    wanted !== '' &&
      anyOf(['title', 'description', 'sourceRef'].map((field) => contains(field, wanted))),
    filters.after !== '' && isFrom('date', startOf(filters.after)),
    filters.before !== '' && isBefore('date', endOf(filters.before)),
  ])
}

export interface Chosen {
  readonly name: FilterName
  readonly value: string
}

/** Every value that narrows the list, in the order of the bar. */
export const chosenIn = (filters: AlertFilters): Chosen[] =>
  filterNames.flatMap((name) => {
    const value = filters[name]
    const values = typeof value === 'object' ? value : [value ?? '']
    return values.map((one) => ({ name, value: String(one) })).filter((one) => one.value !== '')
  })

/** What the address says of this name once the value is taken out. */
export const without = (filters: AlertFilters, { name, value }: Chosen): string[] =>
  chosenIn(filters)
    .filter((one) => one.name === name && one.value !== value)
    .map((one) => one.value)

/** The same with the value added; a click on a value narrows and never widens. */
export const withValue = (filters: AlertFilters, { name, value }: Chosen): string[] =>
  name === 'read' ? [value] : [...without(filters, { name, value }), value]
