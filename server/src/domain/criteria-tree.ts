import { searchError } from './errors.ts'

/** What a search compares with: the three JSON scalars. */
export type Scalar = string | number | boolean

export interface Bounds {
  gt?: Scalar
  gte?: Scalar
  lt?: Scalar
  lte?: Scalar
}

/**
 * A search as a tree, the same for the JSON form and for the query string. It knows no tables:
 * names are the ones of the wire, and an unknown name simply matches nothing.
 *
 * `words` of `like` and `anywhere` speaks of text fields only: any word of the value is enough, or
 * (a phrase) all of them must occur. The order of the words in a phrase is not looked at. `part`
 * takes its text as it is, and looks past capitals in text fields only.
 */
export type Criteria =
  | { kind: 'all' }
  | { kind: 'none' }
  | { kind: 'and'; of: Criteria[] }
  | { kind: 'or'; of: Criteria[] }
  | { kind: 'not'; of: Criteria }
  | { kind: 'equals'; field: string; value: Scalar }
  | { kind: 'range'; field: string; bounds: Bounds }
  | { kind: 'in'; field: string; values: Scalar[] }
  | { kind: 'exists'; field: string }
  | { kind: 'like'; field: string; value: Scalar; words: 'any' | 'all' }
  | { kind: 'wildcard'; field: string; pattern: string }
  | { kind: 'part'; field: string; text: string; position: 'start' | 'end' | 'anywhere' }
  | { kind: 'anywhere'; value: string; words: 'any' | 'all' }
  | { kind: 'anywhere-wildcard'; pattern: string }
  | { kind: 'type'; type: string }
  | { kind: 'parent'; type: string; of: Criteria }
  | { kind: 'child'; type: string; of: Criteria }

/** What one search may cost before the database is asked; over it the caller gets a 400. */
export const limits = {
  depth: 20,
  nodes: 1_000,
  values: 5_000,
  textBytes: 32 * 1024,
  patternLength: 256,
  words: 100,
} as const

/** The parser's state: the path for messages, the depth, and the cost of the search so far. */
export interface QueryLocation {
  path: string
  depth: number
  spent: { nodes: number; values: number }
}

export const startAt = (path: string): QueryLocation => ({
  path,
  depth: 1,
  spent: { nodes: 0, values: 0 },
})

export const stepTo = (at: QueryLocation, step: string): QueryLocation => ({
  ...at,
  path: at.path + shorten(step),
})

export const deeper = (at: QueryLocation): QueryLocation => ({ ...at, depth: at.depth + 1 })

/** Names come from outside and end up in messages, so they are cut to a readable length. */
export const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

export const wrong = (at: QueryLocation, message: string) => searchError(`${at.path}: ${message}`)

/** Counts one node of the tree. Called before descending, so the parsers never recurse too deep. */
// guards: criteria.test.ts
export const enter = (at: QueryLocation) => {
  if (at.depth > limits.depth) {
    throw wrong(at, `a search can be nested at most ${limits.depth} levels deep; flatten it`)
  }
  at.spent.nodes += 1
  if (at.spent.nodes > limits.nodes) {
    throw wrong(at, `a search can have at most ${limits.nodes} conditions; use _in or split it`)
  }
}

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

// guards: criteria.test.ts
export const scalar = (value: unknown, at: QueryLocation): Scalar => {
  if (!isScalar(value)) {
    throw wrong(at, 'must be a string, a number or a boolean; use _in for several values')
  }
  at.spent.values += 1
  if (at.spent.values > limits.values) {
    throw wrong(at, `a search can have at most ${limits.values} values; split it`)
  }
  if (typeof value === 'string' && Buffer.byteLength(value) > limits.textBytes) {
    throw wrong(at, `a string can have at most ${limits.textBytes} bytes; shorten it`)
  }
  return value
}

// guards: criteria.test.ts
export const pattern = (value: unknown, at: QueryLocation): string => {
  const text = String(scalar(value, at))
  if (text.length > limits.patternLength) {
    throw wrong(
      at,
      `a wildcard pattern can have at most ${limits.patternLength} characters; shorten it`,
    )
  }
  return text
}

export const allOf = (of: Criteria[]): Criteria =>
  of.length === 0 ? { kind: 'all' } : of.length === 1 && of[0] ? of[0] : { kind: 'and', of }

/** Every entry must hold. Where there are several, each counts as its own condition. */
export const allEntries = (
  object: Readonly<Record<string, unknown>>,
  at: QueryLocation,
  read: (name: string, operand: unknown, at: QueryLocation) => Criteria,
): Criteria => {
  const entries = Object.entries(object)
  return allOf(
    entries.map(([name, operand]) => {
      const inside = stepTo(at, `.${name}`)
      if (entries.length > 1) enter(inside)
      return read(name, operand, inside)
    }),
  )
}

export const anyOf = (of: Criteria[]): Criteria =>
  of.length === 0 ? { kind: 'none' } : of.length === 1 && of[0] ? of[0] : { kind: 'or', of }

/** `_type` is not a column: it holds the name of the searched model. */
export const equals = (field: string, value: Scalar): Criteria =>
  field === '_type' ? { kind: 'type', type: String(value) } : { kind: 'equals', field, value }
