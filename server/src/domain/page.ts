import { shorten } from './criteria-tree.ts'
import { badRequest, searchError } from './errors.ts'

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
 * The most rows of one answer, also for `range=all`: a page is built in memory, and an unlimited
 * list would let one caller stop the server for everyone. `X-Total` still tells the real number.
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
  // guard (open = { offset, limit }): page.test.ts
  return { offset, limit: Math.min(limit, largestPageSize) }
}

/** One person's own entries are few, and each row takes several reads. */
const maxOwnRows = 200

/** Such a list has dedicated filters (`use`): a general search is refused, not ignored. */
export function ownPage(
  input: { range?: string | undefined; query?: unknown; sort?: unknown },
  use: string,
): Page {
  if (input.query !== undefined) throw badRequest(`query is not supported here; use ${use}`)
  if (input.sort !== undefined)
    throw badRequest('sort is not supported here; results are newest first')
  const { offset, limit } = parseRange(input.range)
  return { offset, limit: Math.min(limit, maxOwnRows) }
}

const wholeNumber = (text: string) =>
  /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined

/** `-field`, `+field` or `field`. A `+` that a URL turned into a space is a `+`. */
export const parseSort = (values: string[] | undefined): Sort[] => {
  const sort = new Map<string, Sort>()
  for (const value of values ?? []) {
    const field = /^[-+ ]/.test(value) ? value.slice(1) : value
    if (field === '' || sort.has(field)) continue
    // guard: page.test.ts
    if (sort.size === maxSortKeys) {
      throw searchError(`sort: at most ${maxSortKeys} fields; remove ${shorten(field)}`)
    }
    sort.set(field, { field, descending: value.startsWith('-') })
  }
  return [...sort.values()]
}
