import { type QueryLocation, wrong } from './criteria-tree.ts'

/** The words of the query string; `query-string.ts` makes sentences of them. */
export interface Cursor {
  text: string
  index: number
}

export const peek = (cursor: Cursor) => cursor.text[cursor.index]

/** Reads what a sticky expression matches here, if it does. */
export const take = (cursor: Cursor, sticky: RegExp): string | undefined => {
  sticky.lastIndex = cursor.index
  const found = sticky.exec(cursor.text)?.[0]
  cursor.index += found?.length ?? 0
  return found
}

export const skipSpace = (cursor: Cursor) => take(cursor, /\s+/y)

export const unexpected = (cursor: Cursor, at: QueryLocation) => {
  const character = peek(cursor)
  const where = `character ${cursor.index + 1}`
  return character === undefined
    ? wrong(at, 'unexpected end of query; add a term')
    : wrong(at, `unexpected ${character} at ${where}; escape it as \\${character}`)
}

export interface Term {
  /** Unescaped. */
  text: string
  /** Written with a bare `*` or `?`. */
  wildcard: boolean
  /** Patterns know no escapes, so in one with a bare wildcard an escaped `*` is any character. */
  pattern: string
}

export const readTerm = (cursor: Cursor, plain: RegExp): Term | undefined => {
  const start = cursor.index
  const term: Term = { text: '', wildcard: false, pattern: '' }
  for (;;) {
    const run = take(cursor, plain)
    const escaped = run === undefined ? take(cursor, /\\./suy)?.slice(1) : undefined
    if (run === undefined && escaped === undefined) break
    term.text += run ?? escaped
    term.wildcard ||= run !== undefined && /[*?]/.test(run)
    term.pattern += run ?? escaped?.replace('*', '?')
  }
  return cursor.index === start ? undefined : term
}

export const readQuoted = (cursor: Cursor, at: QueryLocation): string => {
  const quoted = take(cursor, /"(?:[^"\\]|\\.)*"/sy)
  if (quoted === undefined) throw wrong(at, 'unclosed quote; add " or escape it as \\"')
  return quoted.slice(1, -1).replace(/\\(.)/gs, '$1')
}
