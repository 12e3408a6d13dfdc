import { isObject, ownValue, pathTo } from '@assay/contract/objects'
/** What differs between the contents of two reports, path by path. */
export interface FieldChange {
  /** `stats.malicious`, `scans[name=Alpha].result`. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** JSON text, cut. */
  readonly before?: string
  readonly after?: string
}

export interface FieldChanges {
  readonly changes: readonly FieldChange[]
  readonly same: number
  /** More differ than are listed, or the reports are too large to be compared to the end. */
  readonly isCut: boolean
}

/** Hostile or very large reports end here. */
export const diffLimits = {
  changes: 500,
  visits: 400_000,
  depth: 60,
  path: 500,
  text: 200,
} as const

interface Walk {
  readonly changes: FieldChange[]
  same: number
  visits: number
  isCut: boolean
}

/** Keys in alphabetical order; times and ids, which differ with every run, are left out. */
export function diffFields(before: unknown, after: unknown): FieldChanges {
  const walk: Walk = { changes: [], same: 0, visits: 0, isCut: false }
  compare(walk, '', before, after, 0)
  return walk
}

function compare(walk: Walk, path: string, before: unknown, after: unknown, depth: number): void {
  walk.visits += 1
  if (walk.isCut) return
  // guard: report-diff.test.ts
  if (walk.visits > diffLimits.visits || depth > diffLimits.depth) {
    walk.isCut = true
    return
  }
  if (before === undefined) note(walk, { path, kind: 'added', after: shown(after) })
  else if (after === undefined) note(walk, { path, kind: 'removed', before: shown(before) })
  else if (Array.isArray(before) && Array.isArray(after))
    compareLists(walk, path, before, after, depth)
  else if (isObject(before) && isObject(after)) compareObjects(walk, path, before, after, depth)
  else if (Object.is(before, after)) walk.same += 1
  else note(walk, { path, kind: 'changed', before: shown(before), after: shown(after) })
}

function compareObjects(
  walk: Walk,
  path: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  depth: number,
): void {
  for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()) {
    const [old, fresh] = [ownValue(before, key), ownValue(after, key)]
    if (!differsByNature(key, old, fresh)) compare(walk, pathTo(path, key), old, fresh, depth + 1)
  }
}

function note(walk: Walk, change: FieldChange): void {
  // guard: report-diff.test.ts
  if (walk.changes.length >= diffLimits.changes) walk.isCut = true
  else walk.changes.push({ ...change, path: change.path.slice(0, diffLimits.path).toWellFormed() })
}

/** By a name that is unique in both; plain values by what they are, others by their place. */
function compareLists(
  walk: Walk,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
): void {
  const pair = (label: string, old: unknown, fresh: unknown) =>
    compare(walk, `${path}[${label}]`, old, fresh, depth + 1)
  const key = matchingKey(before, after)
  if (key !== undefined) {
    const old = byLabel(before, key)
    const fresh = byLabel(after, key)
    for (const label of new Set([...old.keys(), ...fresh.keys()]))
      pair(`${key}=${label}`, old.get(label), fresh.get(label))
  } else if ([...before, ...after].every(isPlain)) {
    const [old, fresh] = [new Set(before), new Set(after)]
    for (const value of new Set([...old, ...fresh]))
      pair('', old.has(value) ? value : undefined, fresh.has(value) ? value : undefined)
  } else
    for (let at = 0; at < Math.max(before.length, after.length) && !walk.isCut; at += 1)
      pair(String(at), before[at], after[at])
}

const labels = ['id', 'name', 'data'] as const

function matchingKey(before: readonly unknown[], after: readonly unknown[]) {
  if (before.length + after.length === 0) return undefined
  return labels.find((key) =>
    [before, after].every((list) => byLabel(list, key).size === list.length),
  )
}

/** Without those that have no label. */
function byLabel(list: readonly unknown[], key: string): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const item of list) {
    const label = isObject(item) ? ownValue(item, key) : undefined
    if (typeof label === 'string' || typeof label === 'number') found.set(String(label), item)
  }
  return found
}

/** Names of ids and of times that tell of the run, not of the observable. */
const idName = /(?:^|[_-])(?:id|ids|uuid|guid|etag|nonce)$|[a-z](?:Id|Ids|Uuid|Guid|UUID|GUID)$/
const durationName = /^(?:took|elapsed|duration|runtime|age)|(?:Ms|_ms|Millis|Seconds)$/
const timeName = /(?:date|time|timestamp|_at|At|_on|seen|updated|created|modified|checked)$/
const timeText = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/

function differsByNature(key: string, ...values: readonly unknown[]): boolean {
  const known = values.filter((value) => value !== undefined)
  if (!known.every(isPlain)) return false
  if (durationName.test(key) && known.every((value) => typeof value === 'number')) return true
  if (idName.test(key) && key !== 'id') return true
  return known.every(
    (value) =>
      (typeof value === 'string' && timeText.test(value)) ||
      (typeof value === 'number' && timeName.test(key)),
  )
}

function shown(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? outline(value) : JSON.stringify(value)
  return text.length > diffLimits.text
    ? `${text.slice(0, diffLimits.text - 1).toWellFormed()}…`
    : text
}

/** Writing all of a large part to show its beginning would cost more than the comparison. */
function outline(value: object): string {
  if (Array.isArray(value)) return `[${value.length}]`
  return `{${Object.keys(value).slice(0, 10).join(', ')}}`
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null

/** Of lists that are compared by what is in them; equal ones are counted. */
export function diffLists<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (one: T) => string,
): { added: T[]; removed: T[]; same: T[] } {
  const old = new Map(before.map((one) => [keyOf(one), one]))
  const fresh = new Map(after.map((one) => [keyOf(one), one]))
  return {
    added: [...fresh].flatMap(([key, one]) => (old.has(key) ? [] : [one])),
    removed: [...old].flatMap(([key, one]) => (fresh.has(key) ? [] : [one])),
    same: [...fresh].flatMap(([key, one]) => (old.has(key) ? [one] : [])),
  }
}
