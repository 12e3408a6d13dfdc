import { isObject, ownValue, pathTo } from '@assay/contract/objects'
/** What differs between two reports, path by path. */
export interface Change {
  /** `full.stats.malicious`, `full.scans[name=Alpha].result`. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed' | 'same'
  readonly before?: unknown
  readonly after?: unknown
}

export interface Difference {
  readonly changes: readonly Change[]
  /** How many differ; `changes` may hold equal ones too. */
  readonly different: number
  /** Too large to be compared to the end. */
  readonly isCut: boolean
}

/** Hostile or very large reports end here, with a note, before the page would freeze. */
export const limits = { changes: 5000, visits: 400_000, depth: 60, listProduct: 1_000_000 } as const

interface Walk {
  readonly changes: Change[]
  readonly withSame: boolean
  visits: number
  isCut: boolean
}

/**
 * Keys in alphabetical order. Lists of objects are matched by `id`, `name` or `data` where these
 * are unique, lists of plain values by what stayed in order; other lists by index.
 */
export function diff(before: unknown, after: unknown, { withSame = false } = {}): Difference {
  const walk: Walk = { changes: [], withSame, visits: 0, isCut: false }
  compare(walk, '', before, after, 0)
  const different = walk.changes.filter(({ kind }) => kind !== 'same').length
  return { changes: walk.changes, different, isCut: walk.isCut }
}

function compare(walk: Walk, path: string, before: unknown, after: unknown, depth: number): void {
  walk.visits += 1
  if (walk.isCut || walk.visits > limits.visits || depth > limits.depth) {
    walk.isCut = true
    return
  }
  if (before === undefined) note(walk, { path, kind: 'added', after })
  else if (after === undefined) note(walk, { path, kind: 'removed', before })
  else if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(walk, path, { before, after }, depth)
  } else if (isObject(before) && isObject(after)) {
    for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
      if (walk.isCut) break
      compare(walk, pathTo(path, key), ownValue(before, key), ownValue(after, key), depth + 1)
    }
  } else if (!Object.is(before, after)) note(walk, { path, kind: 'changed', before, after })
  else if (walk.withSame) note(walk, { path, kind: 'same', before, after })
}

function note(walk: Walk, change: Change): void {
  if (walk.changes.length >= limits.changes) walk.isCut = true
  else walk.changes.push(change)
}

interface Lists {
  readonly before: readonly unknown[]
  readonly after: readonly unknown[]
}

function compareLists(walk: Walk, path: string, { before, after }: Lists, depth: number): void {
  const key = matchingKey(before, after)
  const isPlain = [...before, ...after].every((item) => typeof item !== 'object' || item === null)
  if (key) {
    const old = new Map(before.map((item) => [labelOf(item, key), item]))
    const fresh = new Map(after.map((item) => [labelOf(item, key), item]))
    for (const label of new Set([...old.keys(), ...fresh.keys()])) {
      compare(walk, `${path}[${key}=${label}]`, old.get(label), fresh.get(label), depth + 1)
    }
  } else if (isPlain && before.length * after.length <= limits.listProduct) {
    compareInOrder(walk, path, { before, after })
  } else {
    for (let at = 0; at < Math.max(before.length, after.length) && !walk.isCut; at += 1) {
      compare(walk, `${path}[${at}]`, before[at], after[at], depth + 1)
    }
  }
}

const keys = ['id', 'name', 'data'] as const

/** A name that every object of both lists has, and no two of one list share. */
function matchingKey(before: readonly unknown[], after: readonly unknown[]) {
  return keys.find((key) =>
    [before, after].every((list) => {
      const labels = list.map((item) => labelOf(item, key))
      return !labels.includes(undefined) && new Set(labels).size === labels.length
    }),
  )
}

function labelOf(item: unknown, key: string): string | undefined {
  const label = isObject(item) ? ownValue(item, key) : undefined
  return typeof label === 'string' || typeof label === 'number' ? String(label) : undefined
}

/** The longest run of values that stayed in order; what is not in it came or went. */
function compareInOrder(walk: Walk, path: string, { before, after }: Lists): void {
  const width = after.length + 1
  const longest = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const below = longest[(i + 1) * width + j] ?? 0
      const beside = longest[i * width + j + 1] ?? 0
      longest[i * width + j] = Object.is(before[i], after[j])
        ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(below, beside)
    }
  }
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const below = longest[(i + 1) * width + j] ?? 0
    const beside = longest[i * width + j + 1] ?? 0
    if (i < before.length && j < after.length && Object.is(before[i], after[j])) {
      if (walk.withSame) {
        note(walk, { path: `${path}[${j}]`, kind: 'same', before: before[i], after: after[j] })
      }
      i += 1
      j += 1
    } else if (j >= after.length || (i < before.length && below >= beside)) {
      note(walk, { path: `${path}[${i}]`, kind: 'removed', before: before[i] })
      i += 1
    } else {
      note(walk, { path: `${path}[${j}]`, kind: 'added', after: after[j] })
      j += 1
    }
  }
}
