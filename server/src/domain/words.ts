/** Letters and digits of every script; anything else separates words. */
const wordRuns = /[\p{L}\p{N}]+/gu

/** The words of a text, in lower case: `8.8.8.8 Mail` → `8`, `8`, `8`, `8`, `mail`. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(wordRuns) ?? []

/** Whether one of the words (lower case) is a word of the text. */
export const hasWord = (text: string, words: ReadonlySet<string>): boolean =>
  wordsOf(text).some((word) => words.has(word))

/** Whether a word of the text matches the glob (lower case). */
export const hasWordLike = (text: string, pattern: string): boolean =>
  wordsOf(text).some((word) => globMatches(word, pattern))

/** Whether the part is at the `start`, at the `end` or anywhere in the text. */
export const hasPart = (text: string, part: string, place: string): boolean =>
  place === 'start'
    ? text.startsWith(part)
    : place === 'end'
      ? text.endsWith(part)
      : text.includes(part)

/** 2 for a character outside the basic plane (🦊, 𝒳), so `?` matches it whole as SQL does. */
const width = (text: string, at: number) => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)

/**
 * Whole-value match; `*` is any run of characters, `?` exactly one, everything else itself.
 *
 * Patterns come from callers. A RegExp made of them can take exponential time (`*a*a*a*…b`); this
 * one goes back to the last `*` only, so the worst case is text length × pattern length.
 */
export function globMatches(text: string, pattern: string): boolean {
  let at = 0
  let p = 0
  let star = -1
  let resume = 0
  while (at < text.length) {
    const sign = pattern[p]
    if (sign === '*') {
      star = p
      p += 1
      resume = at
    } else if (sign !== undefined && (sign === '?' || sameCharacter(text, at, pattern, p))) {
      p += sign === '?' ? 1 : width(pattern, p)
      at += width(text, at)
    } else if (star >= 0) {
      p = star + 1
      resume += width(text, resume)
      at = resume
    } else {
      return false
    }
  }
  while (pattern[p] === '*') p += 1
  return p === pattern.length
}

const sameCharacter = (text: string, at: number, pattern: string, p: number) =>
  text.codePointAt(at) === pattern.codePointAt(p)
