import type { FileObservable } from '../kit/index.ts'
import type { Match, PatternMatch } from './engine.ts'

export interface WindowSizes {
  readonly window: number
  /** More than a match is long. */
  readonly overlap: number
}

export const windowSizes: WindowSizes = { window: 16 * 1024 * 1024, overlap: 1024 * 1024 }

/** Where a window is cut a word may look whole that is not: its neighbor sees these bytes better. */
const edgeBytes = 64
/** Between pieces: neither a line nor a jump of a usual pattern leads over it. */
const gap = Buffer.alloc(4096, '\n')

interface Pattern {
  readonly matches: Map<number, PatternMatch>
  /** The bytes of the first one, with their surroundings. */
  piece: Buffer
}

/** By rule and pattern. */
export type Patterns = Map<string, Map<string, Pattern>>

const keyOf = ({ namespace, identifier }: Match) => `${namespace}\n${identifier}`

/** Every match of every pattern, with its file offset. */
export async function patternsIn(
  file: FileObservable,
  { window, overlap }: WindowSizes,
  scan: (bytes: Buffer, base: number) => readonly Match[],
): Promise<Patterns> {
  const found: Patterns = new Map()
  for (let base = 0; base < file.size; base += window) {
    const bytes = await file.bytes(base, window + overlap)
    const end = base + bytes.length
    const isSeen = ({ offset, length }: PatternMatch) =>
      (base === 0 || offset >= base + edgeBytes) &&
      (end === file.size || offset + length <= end - edgeBytes)
    for (const match of scan(bytes, base)) add(found, match, bytes, base, isSeen)
    if (end === file.size) break
  }
  return found
}

function add(
  found: Patterns,
  match: Match,
  bytes: Buffer,
  base: number,
  isSeen: (match: PatternMatch) => boolean,
): void {
  const rule = found.get(keyOf(match)) ?? new Map<string, Pattern>()
  found.set(keyOf(match), rule)
  for (const { identifier, matches } of match.patterns)
    for (const each of matches.filter(isSeen)) {
      const from = each.offset - base
      const around = () =>
        Buffer.from(bytes.subarray(Math.max(0, from - edgeBytes), from + each.length + edgeBytes))
      const pattern = rule.get(identifier) ?? { matches: new Map(), piece: around() }
      rule.set(identifier, pattern)
      // A match cut by the end of a window is longer in the next one.
      const known = pattern.matches.get(each.offset)
      if (!known || known.length < each.length) pattern.matches.set(each.offset, each)
    }
}

/** The beginning as it is, then a match of each pattern: conditions find there what the file has. */
export function evidenceOf(head: Buffer, found: Patterns): Buffer {
  const pieces = [...found.values()].flatMap((rule) => [...rule.values()].map(({ piece }) => piece))
  return Buffer.concat([head, ...pieces.flatMap((piece) => [gap, piece])])
}

/** What the conditions say, with file offsets; `isPartial` tells which may be decided this way. */
export function decidedBy(
  decided: readonly Match[],
  found: Patterns,
  isPartial: (match: Match) => boolean,
): { readonly matches: readonly Match[]; readonly undecided: readonly string[] } {
  const undecided: string[] = []
  const matches = decided.filter(isPartial).flatMap((match): Match[] => {
    const rule = found.get(keyOf(match))
    // Two adjacent pieces may look like a third: it is not in the file.
    const isDoubtful = match.patterns.some(
      ({ identifier, matches: seen }) => seen.length > 0 && !rule?.has(identifier),
    )
    if (isDoubtful)
      undecided.push(`rule ${match.identifier} cannot be decided without the whole file`)
    if (isDoubtful) return []
    const patterns = match.patterns.map(({ identifier }) => ({
      identifier,
      matches: [...(rule?.get(identifier)?.matches.values() ?? [])].toSorted(
        (a, b) => a.offset - b.offset,
      ),
    }))
    return [{ ...match, patterns }]
  })
  return { matches, undecided }
}
