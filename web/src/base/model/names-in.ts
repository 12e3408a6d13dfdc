/**
 * Words with a defanged dot, at-sign, colon or scheme, and file names: in them `l`, `1`, `I` and `rn`
 * must be told apart. Quotes and the signs of the sentence around them are none of theirs.
 */
const names =
  /[^\s“”«»"'‘’(),;]*(?:\[\.\]|\[@\]|\[:\]|hxxps?:\/\/|fxps?:\/\/)[^\s“”«»"‘’]*[^\s“”«»"'‘’(),.;:!?]|[^\s“”«»"'‘’(),;]+\.[A-Za-z0-9]{2,5}(?![\w.\]])/gi

const longest = 4_000

export interface Piece {
  readonly text: string
  readonly isName: boolean
}

/** A sentence, its observables and file names apart; longer texts stay whole. */
export function namesIn(sentence: string): Piece[] {
  if (sentence.length > longest) return [{ text: sentence, isName: false }]
  const pieces: Piece[] = []
  let from = 0
  for (const { 0: found, index } of sentence.matchAll(names)) {
    if (/^[\d.,]+$/.test(found)) continue
    if (index > from) pieces.push({ text: sentence.slice(from, index), isName: false })
    pieces.push({ text: found, isName: true })
    from = index + found.length
  }
  if (from < sentence.length) pieces.push({ text: sentence.slice(from), isName: false })
  return pieces
}
