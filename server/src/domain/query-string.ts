import type { Bounds, Criteria, QueryLocation, Scalar } from './criteria-tree.ts'
import {
  allOf,
  anyOf,
  deeper,
  enter,
  equals,
  pattern,
  scalar,
  shorten,
  wrong,
} from './criteria-tree.ts'
import {
  type Cursor,
  peek,
  readQuoted,
  readTerm,
  skipSpace,
  type Term,
  take,
  unexpected,
} from './query-string-scanner.ts'

/**
 * The query string people type into a search box, as the same tree that the JSON form gives.
 *
 * A written AND binds stronger than OR. Adjacent clauses are alternatives, except that `+` makes
 * one required and `-`, `!` or NOT excludes one; next to a written OR a negated clause is an
 * alternative like any other. Boosts (`^2`) change no match and are skipped; fuzzy search,
 * proximity and regular expressions are not supported.
 */
export const parseQueryString = (text: string, at: QueryLocation): Criteria => {
  const cursor: Cursor = { text, index: 0 }
  skipSpace(cursor)
  // An empty search box means everything.
  if (cursor.index === text.length) return { kind: 'all' }
  const criteria = readClauses(cursor, undefined, at)
  if (cursor.index < text.length) throw unexpected(cursor, at)
  return criteria
}

interface Clause {
  join: 'beside' | 'or' | 'and'
  sign: 'none' | 'required' | 'excluded'
  criteria: Criteria
}

const readClauses = (cursor: Cursor, field: string | undefined, at: QueryLocation): Criteria => {
  const clauses: Clause[] = []
  let join: Clause['join'] = 'beside'
  for (;;) {
    skipSpace(cursor)
    if (cursor.index === cursor.text.length || peek(cursor) === ')') break
    const word = take(cursor, /(?:AND|OR|&&|\|\|)(?=[\s()"]|$)/y)
    if (word === undefined) {
      clauses.push({ join, sign: readSign(cursor, at), criteria: readClause(cursor, field, at) })
      join = 'beside'
      continue
    }
    if (clauses.length === 0 || join !== 'beside') {
      throw wrong(at, `${word} at character ${cursor.index - 1} needs a term before it`)
    }
    join = word === 'AND' || word === '&&' ? 'and' : 'or'
  }
  if (join !== 'beside') throw wrong(at, `${join.toUpperCase()} needs a term after it`)
  if (clauses.length === 0) throw wrong(at, 'empty parentheses; add a term')
  return combine(clauses)
}

const combine = (clauses: Clause[]): Criteria => {
  const required: Criteria[] = []
  const excluded: Criteria[] = []
  const alternatives: Criteria[] = []
  const groups = andGroups(clauses)
  groups.forEach((group, index) => {
    const [first] = group
    if (!first) return
    const besideOr = first.join === 'or' || groups[index + 1]?.[0]?.join === 'or'
    if (group.length > 1) alternatives.push(allOf(group.map(signed)))
    else if (first.sign === 'required') required.push(first.criteria)
    else if (first.sign === 'excluded' && !besideOr) excluded.push(signed(first))
    else alternatives.push(signed(first))
  })
  const wanted = required.length > 0 || alternatives.length === 0 ? required : [anyOf(alternatives)]
  return allOf([...wanted, ...excluded])
}

const andGroups = (clauses: Clause[]): Clause[][] => {
  const groups: Clause[][] = []
  for (const clause of clauses) {
    const last = groups.at(-1)
    if (clause.join === 'and' && last) last.push(clause)
    else groups.push([clause])
  }
  return groups
}

const signed = ({ sign, criteria }: Clause): Criteria =>
  sign === 'excluded' ? { kind: 'not', of: criteria } : criteria

const readSign = (cursor: Cursor, at: QueryLocation): Clause['sign'] => {
  let sign: Clause['sign'] = 'none'
  for (;;) {
    const mark = take(cursor, /[+\-!]|NOT(?=[\s()"]|$)/y)
    if (mark === undefined) return sign
    if (sign === 'required' || (mark === '+' && sign === 'excluded')) {
      throw wrong(at, `two operators at character ${cursor.index}; keep one`)
    }
    if (mark === '+') sign = 'required'
    else sign = sign === 'excluded' ? 'none' : 'excluded'
    skipSpace(cursor)
  }
}

const readClause = (cursor: Cursor, field: string | undefined, at: QueryLocation): Criteria => {
  enter(at)
  const criteria = readPrimary(cursor, field, at)
  take(cursor, /\^\d+(\.\d+)?/y)
  if (peek(cursor) === '~') {
    throw wrong(at, 'fuzzy and proximity search (~) are not supported; escape it as \\~')
  }
  return criteria
}

const readPrimary = (cursor: Cursor, field: string | undefined, at: QueryLocation): Criteria => {
  const marked = readMarked(cursor, field, at)
  if (marked) return marked
  const term = readTerm(cursor, /[^\s()[\]{}":^~\\]+/y)
  if (term === undefined) throw unexpected(cursor, at)
  if (peek(cursor) !== ':') return termCriteria(term, field, at)
  cursor.index += 1
  return readFieldValue(cursor, term, at)
}

/** Recognized by its first character: a group, a phrase, and after a field a range. */
const readMarked = (
  cursor: Cursor,
  field: string | undefined,
  at: QueryLocation,
): Criteria | undefined => {
  const first = peek(cursor)
  if (first === '(') return readGroup(cursor, field, at)
  if (first === '"') return phrase(readQuoted(cursor, at), field, at)
  if (field === undefined) return undefined
  if (first === '[' || first === '{') return readRange(cursor, field, at)
  const sign = take(cursor, /[<>]=?/y)
  if (sign === undefined) return undefined
  skipSpace(cursor)
  const value = readBound(cursor, at)
  if (value === undefined) return { kind: 'exists', field }
  return { kind: 'range', field, bounds: { [boundOf[sign as Sign]]: value } }
}

const readFieldValue = (cursor: Cursor, name: Term, at: QueryLocation): Criteria => {
  const field = name.text
  skipSpace(cursor)
  if (name.wildcard) {
    if (field === '*' && take(cursor, /\*(?=[\s)]|$)/y)) return { kind: 'all' }
    throw wrong(at, `${shorten(field)} is not a field; use *:* for everything`)
  }
  const marked = readMarked(cursor, field, at)
  if (marked) return marked
  // After the field a colon is part of the value, so addresses need no escapes.
  const term = readTerm(cursor, /[^\s()[\]{}"^~\\]+/y)
  if (term === undefined) throw wrong(at, `${shorten(field)}: needs a value after the colon`)
  if (field === '_exists_') return { kind: 'exists', field: term.text }
  return termCriteria(term, field, at)
}

const readGroup = (cursor: Cursor, field: string | undefined, parent: QueryLocation): Criteria => {
  const at = deeper(parent)
  enter(at)
  cursor.index += 1
  const criteria = readClauses(cursor, field, at)
  if (take(cursor, /\)/y) === undefined) throw wrong(at, 'unclosed parenthesis; add )')
  return criteria
}

const boundOf = { '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte' } as const
type Sign = keyof typeof boundOf

/** `[a TO b]` includes its ends, `{a TO b}` excludes them; the two brackets may differ. */
const readRange = (cursor: Cursor, field: string, at: QueryLocation): Criteria => {
  const open = take(cursor, /[[{]/y)
  skipSpace(cursor)
  const from = readBound(cursor, at)
  skipSpace(cursor)
  if (take(cursor, /TO(?=\s)/y) === undefined) {
    throw wrong(at, `${shorten(field)}: write a range as [a TO b], with * for an open end`)
  }
  skipSpace(cursor)
  const to = readBound(cursor, at)
  skipSpace(cursor)
  const close = take(cursor, /[\]}]/y)
  if (close === undefined) throw wrong(at, `${shorten(field)}: the range is not closed; add ]`)
  const bounds: Bounds = {}
  if (from !== undefined) bounds[open === '[' ? 'gte' : 'gt'] = from
  if (to !== undefined) bounds[close === ']' ? 'lte' : 'lt'] = to
  // Open at both ends a range only requires a value.
  return Object.keys(bounds).length === 0
    ? { kind: 'exists', field }
    : { kind: 'range', field, bounds }
}

const readBound = (cursor: Cursor, at: QueryLocation): Scalar | undefined => {
  if (peek(cursor) === '"') return scalar(readQuoted(cursor, at), at)
  const term = readTerm(cursor, /[^\s()[\]{}"\\]+/y)
  if (term === undefined) throw unexpected(cursor, at)
  return term.wildcard && term.text === '*' ? undefined : scalar(term.text, at)
}

const phrase = (text: string, field: string | undefined, at: QueryLocation): Criteria => {
  scalar(text, at)
  if (field === undefined) return { kind: 'anywhere', value: text, words: 'all' }
  if (field === '_exists_') return { kind: 'exists', field: text }
  return field === '_type'
    ? equals(field, text)
    : { kind: 'like', field, value: text, words: 'all' }
}

const termCriteria = (term: Term, field: string | undefined, at: QueryLocation): Criteria => {
  if (term.wildcard && term.text === '*') {
    return field === undefined ? { kind: 'all' } : { kind: 'exists', field }
  }
  if (term.wildcard) {
    const wanted = pattern(term.pattern, at)
    return field === undefined
      ? { kind: 'anywhere-wildcard', pattern: wanted }
      : { kind: 'wildcard', field, pattern: wanted }
  }
  scalar(term.text, at)
  if (field === undefined) return { kind: 'anywhere', value: term.text, words: 'any' }
  return field === '_type'
    ? equals(field, term.text)
    : { kind: 'like', field, value: term.text, words: 'any' }
}
