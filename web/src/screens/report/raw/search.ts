import { cut } from '../../../base/model/defang.ts'
import { closing, type Lines } from './lines.ts'

/** Finds a text as typed, in any case. */
export const matcherOf = (needle: string, flags = 'iu') =>
  new RegExp(needle.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags)

/** Lines whose name or single value holds the text, from the top. */
export function hitsOf(lines: Lines, needle: string): number[] {
  if (needle === '') return []
  const matcher = matcherOf(needle)
  const hits: number[] = []
  for (let line = 0; line < lines.count; line += 1) {
    const value = lines.values[line]
    if (value === closing) continue
    const key = lines.keys[line]
    const isHit =
      (typeof key === 'string' && matcher.test(key)) ||
      ((typeof value !== 'object' || value === null) && matcher.test(String(value)))
    if (isHit) hits.push(line)
  }
  return hits
}

/** The next hit in this direction, round and round. */
export const stepHit = (at: number, step: 1 | -1, count: number) =>
  count === 0 ? 0 : (at + step + count) % count

export interface Piece {
  text: string
  isHit: boolean
}

/** A text in pieces, so matches can be marked. */
export function piecesOf(text: string, needle: string): Piece[] {
  if (needle === '') return [{ text, isHit: false }]
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(matcherOf(needle, 'giu'))) {
    if (index > from) pieces.push({ text: text.slice(from, index), isHit: false })
    pieces.push({ text: found, isHit: true })
    from = index + found.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHit: false })
  return pieces
}

/** Of a long text the part that matters: its beginning, or where the text was found. */
export function excerptOf(text: string, needle: string, length: number): string {
  if (text.length <= length) return text
  const at = needle === '' ? 0 : text.search(matcherOf(needle))
  if (at + needle.length <= length) return `${cut(text, length)}…`
  const start = at - Math.floor(length / 4)
  return `…${cut(text.slice(start), length)}${start + length < text.length ? '…' : ''}`
}
