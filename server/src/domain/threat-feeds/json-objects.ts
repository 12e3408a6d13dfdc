/** An indicator is a few KiB; a longer object is not one. */
const maxObject = 1_048_576

export interface ObjectReader {
  /** The objects that end in this piece of the text. */
  add(text: string): unknown[]
  /** Whether everything that was opened is closed. */
  isComplete(): boolean
}

/**
 * The objects in the lists of a large JSON object, one after the other: `{"objects": [{…}, {…}]}`. The
 * whole document is never in memory. What is longer than 1 MiB is answered as `undefined`.
 */
export function makeObjectReader(): ObjectReader {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let taken = ''
  let isTooLong = false
  const add = (text: string) => {
    const found: unknown[] = []
    let begin = depth >= 3 ? 0 : -1
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charCodeAt(at)
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (letter === 0x5c) isEscaped = true
        else if (letter === 0x22) isInText = false
      } else if (letter === 0x22) isInText = true
      else if (letter === 0x7b || letter === 0x5b) {
        depth += 1
        if (depth === 3) {
          begin = at
          taken = ''
          isTooLong = false
        }
      } else if (letter === 0x7d || letter === 0x5d) {
        depth -= 1
        if (depth === 2 && begin >= 0) {
          found.push(isTooLong ? undefined : parsed(taken + text.slice(begin, at + 1)))
          begin = -1
        }
        if (depth < 0) throw new Error('not valid JSON')
      }
    }
    if (begin >= 0) {
      isTooLong ||= taken.length + text.length - begin > maxObject
      taken = isTooLong ? '' : taken + text.slice(begin)
    }
    return found
  }
  return { add, isComplete: () => depth === 0 && !isInText }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
