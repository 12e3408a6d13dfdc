import { hash } from 'node:crypto'
import { AnswerTooLarge } from '../../platform/engines/bounded-fetch.ts'
import { RemoteRefusal } from './remote.ts'
import { asText, createdAt, idOf, type Values } from './values.ts'

export interface Page {
  readonly rows: readonly Values[]
  readonly total: number | undefined
  /** Of the answer that they came in. */
  readonly bytes: number
}

export interface DatedPage {
  readonly rows: readonly Values[]
  /** When the last of them was made. */
  readonly position: number
  /** Nothing older comes later; a server that sorts nothing is read from the beginning each time. */
  readonly isOrdered: boolean
}

/** Entities created at or after a moment, oldest first, from one offset of that list to another. */
export type AskSince = (since: number, from: number, to: number) => Promise<Page>

const standardSize = 100

/** One list of the server, and what belongs to one entity: a longer list never ends. */
export const limits = { dated: 20_000_000, placed: 200_000, placedBytes: 512 * 1024 ** 2 }

/**
 * By date and not by offset: removals there shift nothing, and old servers refuse offsets beyond ten
 * thousand. Nothing comes twice in a row, but it may come again later.
 */
export async function* byDate(
  ask: AskSince,
  start: number,
  most = limits.dated,
): AsyncGenerator<DatedPage> {
  let [since, from, size] = [start, 0, standardSize]
  let seen: ReadonlySet<string> = new Set()
  let isFiltered = true
  let read = 0
  const pages = new Set<string>()
  for (;;) {
    const page = await smaller(ask, since, from, size)
    size = page.size
    const { rows, total } = page
    if (rows.length === 0) return
    const ids = new Set(rows.map(nameOf))
    // Two alternating pages would be read forever.
    const print = hash('sha256', JSON.stringify([since, ...ids]))
    if (pages.has(print)) throw sameAgain()
    pages.add(print)
    read += rows.length
    if (read > most) throw endless(most)
    const fresh = firstOfEach(rows).filter((row) => !seen.has(nameOf(row)))
    if (fresh.length === 0 && from > 0 && ids.size === seen.size) throw sameAgain()
    const dates = rows.flatMap((row) => createdAt(row) ?? [])
    if (dates.some((date) => date < since)) isFiltered = false
    // As many as the server likes: not as arguments of a call.
    const last = dates.reduce((latest, date) => Math.max(latest, date), since)
    const isOrdered = isFiltered && isSorted(dates)
    if (!isOrdered) isFiltered = false
    yield { rows: fresh, position: last, isOrdered }
    const isEnd = rows.length < size && (total === undefined || from + rows.length >= total)
    if (isEnd) return
    seen = ids
    if (isFiltered && last > since) {
      ;[since, from] = [last, 0]
      pages.clear()
    } else from += rows.length
  }
}

const sameAgain = () =>
  new RemoteRefusal(0, 'got the same page twice: this server does not support paging')
const endless = (most: number) =>
  new RemoteRefusal(0, `a list of more than ${most} things is not read: it may have no end`)

/** Short lists, such as the tasks of a case: by offset. */
export async function byPlace(
  ask: (from: number, to: number) => Promise<Page>,
): Promise<readonly Values[]> {
  const found = new Map<string, Values>()
  let size = standardSize
  let bytes = 0
  for (let from = 0; ; ) {
    const page = await smaller((_, a, b) => ask(a, b), 0, from, size)
    size = page.size
    const before = found.size
    for (const row of page.rows) if (!found.has(nameOf(row))) found.set(nameOf(row), row)
    const { rows, total } = page
    bytes += page.bytes
    if (found.size > limits.placed) throw endless(limits.placed)
    if (bytes > limits.placedBytes)
      throw new RemoteRefusal(0, `a list of more than ${limits.placedBytes} bytes is not read`)
    const isEnd = rows.length < size && (total === undefined || from + rows.length >= total)
    if (isEnd || found.size === before) return [...found.values()]
    from += rows.length
  }
}

/** A page that is larger than we read is requested in parts. */
async function smaller(ask: AskSince, since: number, from: number, size: number) {
  for (let wanted = size; ; wanted = Math.floor(wanted / 4))
    try {
      return { ...(await ask(since, from, from + wanted)), size: wanted }
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || wanted < 4) throw error
    }
}

const isSorted = (dates: readonly number[]): boolean =>
  dates.every((date, index) => index === 0 || date >= (dates[index - 1] ?? 0))

/** The `id` of a file is its content, which others may share. Without an id it is itself. */
const nameOf = (row: Values): string => asText(row._id) ?? idOf(row) ?? JSON.stringify(row)

const firstOfEach = (rows: readonly Values[]) =>
  [...new Map(rows.toReversed().map((row) => [nameOf(row), row])).values()].reverse()
