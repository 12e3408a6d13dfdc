import { changedSearch, type SearchChange } from '../routing/place.ts'

/** Which jobs are listed: all of it stands in the address, so that a view can be shared. */
export interface JobFilter {
  /** A part of the observable. */
  readonly q: string
  /** The observable, exactly. */
  readonly value: string
  readonly status: readonly string[]
  readonly type: readonly string[]
  /** Ids or names. */
  readonly worker: readonly string[]
  readonly kind: readonly string[]
  readonly tlp: readonly string[]
  readonly pap: readonly string[]
  readonly by: readonly string[]
  /** One of `createdPresets`, unless `from` or `to` say it exactly. */
  readonly created: string
  readonly from: string
  readonly to: string
  /** Words that the error message must hold. */
  readonly error: string
}

export const singleNames = ['q', 'value', 'created', 'from', 'to', 'error'] as const
export const listNames = ['status', 'type', 'worker', 'kind', 'tlp', 'pap', 'by'] as const
export const filterNames = [...singleNames, ...listNames] as const
export type FilterName = (typeof filterNames)[number]

const hourMs = 3_600_000
export const createdPresets = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
} as const
export type CreatedPreset = keyof typeof createdPresets

export const isPreset = (value: string): value is CreatedPreset =>
  Object.hasOwn(createdPresets, value)

export function filterOf(params: URLSearchParams): JobFilter {
  const single = Object.fromEntries(singleNames.map((name) => [name, params.get(name) ?? '']))
  const lists = Object.fromEntries(
    listNames.map((name) => [name, [...new Set(params.getAll(name))].filter(Boolean)]),
  )
  return { ...single, ...lists } as unknown as JobFilter
}

/** The filter alone, as it stands in an address: what a saved view keeps. */
export function filterSearch(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => (filterNames as readonly string[]).includes(name))
  const search = new URLSearchParams(kept).toString()
  return search && `?${search}`
}

export interface FilterPart {
  readonly name: FilterName
  readonly value: string
}

/** One for each thing that narrows the list down; each can be taken away alone. */
export const partsOf = (filter: JobFilter): FilterPart[] =>
  filterNames.flatMap((name) => {
    const found: string | readonly string[] = filter[name]
    const values = typeof found === 'string' ? (found ? [found] : []) : found
    return values.map((value) => ({ name, value }))
  })

export const without = (filter: JobFilter, { name, value }: FilterPart): SearchChange => {
  const found: string | readonly string[] = filter[name]
  return { [name]: typeof found === 'string' ? undefined : found.filter((one) => one !== value) }
}

/** `2026-11-01T10:00Z` or epoch milliseconds; undefined when it is no time. */
export function momentOf(value: string): number | undefined {
  const at = /^\d+$/.test(value) ? Number(value) : Date.parse(value)
  return Number.isFinite(at) ? at : undefined
}

/** Address of the list with this filter. */
export const jobsPath = (change: Partial<JobFilter>) =>
  `/jobs${changedSearch('', change as SearchChange)}`
