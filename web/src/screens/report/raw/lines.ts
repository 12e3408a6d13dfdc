/**
 * A JSON value as the lines of its pretty print. Columns instead of objects: a report of 50 MB may
 * have millions of lines. A line of an object or list that opens knows where it ends, so folding it
 * is a jump.
 */
export interface Lines {
  readonly count: number
  /** Its name or index; undefined for the root and for closing lines. */
  readonly keys: readonly (string | number | undefined)[]
  /** The value itself; `closing` for the line that ends an object or list. */
  readonly values: readonly unknown[]
  /** Line that opens what it lies in, and that a closing line ends; -1 for the root. */
  readonly parents: readonly number[]
  readonly depths: readonly number[]
  /** Last line of what opens here; the line itself when nothing does. */
  readonly ends: readonly number[]
}

export const closing = Symbol('closing line')

interface Frame {
  line: number
  value: object
  /** Names of an object; a list needs none. */
  names: readonly string[] | undefined
  next: number
}

/** Without recursion: reports may be nested deeper than any stack. */
export function linesOf(root: unknown): Lines {
  const keys: (string | number | undefined)[] = []
  const values: unknown[] = []
  const parents: number[] = []
  const depths: number[] = []
  const ends: number[] = []
  const frames: Frame[] = []

  const add = (key: string | number | undefined, value: unknown, parent: number) => {
    const line = keys.push(key) - 1
    values.push(value)
    parents.push(parent)
    depths.push(value === closing ? (depths[parent] ?? 0) : frames.length)
    ends.push(line)
    return line
  }
  const enter = (key: string | number | undefined, value: unknown, parent: number) => {
    const line = add(key, value, parent)
    if (typeof value !== 'object' || value === null) return
    const names = Array.isArray(value) ? undefined : Object.keys(value)
    if (lengthOf(value, names) > 0) frames.push({ line, value, names, next: 0 })
  }

  enter(undefined, root, -1)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const { line, value, names, next } = frame
    if (next < lengthOf(value, names)) {
      frame.next += 1
      const key = names ? (names[next] ?? '') : next
      enter(key, (value as Record<string | number, unknown>)[key], line)
    } else {
      frames.pop()
      ends[line] = add(undefined, closing, line)
    }
  }
  return { count: keys.length, keys, values, parents, depths, ends }
}

const lengthOf = (value: object, names: readonly string[] | undefined) =>
  names ? names.length : (value as unknown[]).length

export const isFoldable = (lines: Lines, line: number) => (lines.ends[line] ?? line) > line

/** What is left in sight when these lines are folded. */
export function visibleLines(lines: Lines, folded: ReadonlySet<number>): Int32Array {
  const visible = new Int32Array(lines.count)
  let length = 0
  let line = 0
  while (line < lines.count) {
    visible[length] = line
    length += 1
    line = folded.has(line) ? (lines.ends[line] ?? line) + 1 : line + 1
  }
  return visible.subarray(0, length)
}

/** Everything but the outermost. */
export function allFolds(lines: Lines): Set<number> {
  const folds = new Set<number>()
  for (let line = 1; line < lines.count; line += 1) if (isFoldable(lines, line)) folds.add(line)
  return folds
}

/** The same folds, but nothing that this line lies in. */
export function unfoldedFor(lines: Lines, folded: ReadonlySet<number>, line: number): Set<number> {
  const next = new Set(folded)
  for (let at = lines.parents[line] ?? -1; at >= 0; at = lines.parents[at] ?? -1) next.delete(at)
  return next
}

/** The position of a line among the visible ones; the last one before it when it is folded. */
export function positionOf(visible: Int32Array, line: number): number {
  let low = 0
  let high = visible.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((visible[middle] ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

/** `full.attributes[2].name`; an irregular name is quoted: `full["odd name"]`. `$` is the root. */
export function pathOf(lines: Lines, line: number): string {
  const parts: string[] = []
  const start = lines.values[line] === closing ? (lines.parents[line] ?? 0) : line
  for (let at = start; at > 0; at = lines.parents[at] ?? -1) parts.push(step(lines.keys[at]))
  const path = parts.reverse().join('')
  return path === '' ? '$' : path.replace(/^\./, '')
}

const step = (key: string | number | undefined) => {
  if (typeof key === 'number') return `[${key}]`
  return /^[A-Za-z_$][\w$]*$/.test(key ?? '') ? `.${key}` : `[${JSON.stringify(key)}]`
}

/** The value of a line; a closing line has the value that it closes. */
export const valueAt = (lines: Lines, line: number): unknown =>
  lines.values[line] === closing ? lines.values[lines.parents[line] ?? 0] : lines.values[line]

/** In the printed text something follows on the same level. */
export function hasComma(lines: Lines, line: number): boolean {
  const next = (lines.values[line] === closing ? line : (lines.ends[line] ?? line)) + 1
  return next < lines.count && lines.values[next] !== closing
}
