import { shorten } from './criteria-tree.ts'
import { searchError } from './errors.ts'

export interface Page {
  offset: number
  limit: number
}

export interface Sort {
  field: string
  descending: boolean
}

export const defaultPageSize = 10

/**
 * The most rows of one answer, also for `range=all`: a page is built in memory, and a list without
 * an end would let one caller stop the server for everybody. `X-Total` still tells the real number.
 */
export const largestPageSize = 100_000

export const maxSortKeys = 10

/** `all`, `from-to` (end exclusive), `from` or `-to`. A range never fails: it falls back. */
export const parseRange = (range: string | undefined): Page => {
  if (range === undefined) return { offset: 0, limit: defaultPageSize }
  if (range === 'all') return { offset: 0, limit: largestPageSize }
  const dash = range.indexOf('-')
  const offset = wholeNumber(dash < 0 ? range : range.slice(0, dash)) ?? 0
  const end = (dash < 0 ? undefined : wholeNumber(range.slice(dash + 1))) ?? 0
  const limit = end > offset ? end - offset : defaultPageSize
  return { offset, limit: Math.min(limit, largestPageSize) }
}

const wholeNumber = (text: string) =>
  /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined

/** `-field`, `+field` or `field`. A `+` that a URL turned into a space is a `+`. */
export const parseSort = (values: string[] | undefined): Sort[] => {
  const sort = new Map<string, Sort>()
  for (const value of values ?? []) {
    const field = /^[-+ ]/.test(value) ? value.slice(1) : value
    if (field === '' || sort.has(field)) continue
    if (sort.size === maxSortKeys) {
      throw searchError(`sort: at most ${maxSortKeys} fields; leave out ${shorten(field)}`)
    }
    sort.set(field, { field, descending: value.startsWith('-') })
  }
  return [...sort.values()]
}
