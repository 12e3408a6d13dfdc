/**
 * Looks at a JSON text without building anything from it. A report of 50 MB may hold 17 million empty
 * arrays, which would be half a gigabyte as objects; and a report that is stored and sent as the text
 * it came in keeps numbers that JavaScript cannot hold.
 */
export interface JsonSpan {
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'literal'
  readonly start: number
  readonly end: number
}

export type JsonMember = readonly [name: string, value: JsonSpan]

export interface JsonShape {
  readonly value: JsonSpan
  /** Of the outermost object: every attribute, with its name as spelled. */
  readonly members: readonly JsonMember[]
  /**
   * Offsets of `NaN`, `Infinity` and `-Infinity`, as Python writes them: start, end, start, end …
   */
  readonly notNumbers: readonly number[]
}

export class JsonTextError extends Error {}

/** Python's own reader stops at about 1000 levels. */
const maxDepth = 1000
const maxNotNumbers = 1_000_000

const quote = 0x22
const backslash = 0x5c

/**
 * Checks the whole text by the grammar of JSON, apart from `NaN` and its kin, in one pass. Returns
 * the attributes of the outermost object whose names are in `wanted`.
 */
export function checkJson(text: string, wanted: ReadonlySet<string> = new Set()): JsonShape {
  const notNumbers: number[] = []
  const members: JsonMember[] = []
  // True where an object is open, false where an array is.
  const open: boolean[] = []
  const start = skipBlanks(text, 0)
  let at = start
  let keyStart = 0
  let valueStart = start

  /** Steps over a key to its value. */
  const enterMember = (key: number) => {
    at = afterKey(text, key)
    if (open.length > 1) return
    keyStart = key
    valueStart = at
  }
  const leaveMember = (end: number) => {
    const name = text.slice(keyStart + 1, stringEnd(text, keyStart) - 1)
    if (wanted.has(name)) {
      members.push([name, { kind: kindAt(text, valueStart), start: valueStart, end }])
    }
  }

  for (;;) {
    const code = text.charCodeAt(at)
    let end: number
    if (code === 0x7b || code === 0x5b) {
      if (open.length === maxDepth) throw new JsonTextError(`nested deeper than ${maxDepth} levels`)
      const isObject = code === 0x7b
      const first = skipBlanks(text, at + 1)
      if (text.charCodeAt(first) === (isObject ? 0x7d : 0x5d)) {
        end = first + 1
      } else {
        open.push(isObject)
        if (isObject) enterMember(first)
        else at = first
        continue
      }
    } else {
      end = scalarEnd(text, at, code, notNumbers)
    }
    // A value has ended: close its parents if it was the last, or continue with the next one.
    for (;;) {
      if (open.length === 0) {
        const rest = skipBlanks(text, end)
        if (rest < text.length) throw unexpected(text, rest)
        return { value: { kind: kindAt(text, start), start, end }, members, notNumbers }
      }
      const isObject = open.at(-1) === true
      if (isObject && open.length === 1) leaveMember(end)
      at = skipBlanks(text, end)
      const next = text.charCodeAt(at)
      if (next === 0x2c) {
        at = skipBlanks(text, at + 1)
        if (isObject) enterMember(at)
        break
      }
      if (next !== (isObject ? 0x7d : 0x5d)) throw unexpected(text, at)
      open.pop()
      end = at + 1
    }
  }
}

/** The text with `null` in place of values that are not numbers. */
export function withoutNotNumbers(text: string, notNumbers: readonly number[]): string {
  const parts: string[] = []
  let done = 0
  for (let index = 0; index < notNumbers.length; index += 2) {
    parts.push(text.slice(done, notNumbers[index]))
    done = notNumbers[index + 1] ?? done
  }
  parts.push(text.slice(done))
  return parts.join('null')
}

export function* itemsOf(text: string, array: JsonSpan): Generator<JsonSpan> {
  let at = skipBlanks(text, array.start + 1)
  if (text.charCodeAt(at) === 0x5d) return
  while (at < array.end) {
    const end = valueEnd(text, at)
    yield { kind: kindAt(text, at), start: at, end }
    at = skipBlanks(text, skipBlanks(text, end) + 1)
  }
}

/** End of a value in a text that was checked: brackets are counted, strings jumped over. */
function valueEnd(text: string, start: number): number {
  let depth = 0
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote) at = stringEnd(text, at)
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      at += 1
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1
      at += 1
    } else if (depth === 0) {
      while (at < text.length && !isDelimiter(text.charCodeAt(at))) at += 1
      return at
    } else at += 1
    if (depth === 0) return at
  }
}

const isDelimiter = (code: number) =>
  code === 0x2c || code === 0x7d || code === 0x5d || code <= 0x20

function afterKey(text: string, at: number): number {
  if (text.charCodeAt(at) !== quote) throw unexpected(text, at)
  const colon = skipBlanks(text, stringEnd(text, at))
  if (text.charCodeAt(colon) !== 0x3a) throw unexpected(text, colon)
  return skipBlanks(text, colon + 1)
}

function scalarEnd(text: string, at: number, code: number, notNumbers: number[]): number {
  if (code === quote) return stringEnd(text, at)
  if (isDigit(code)) return numberEnd(text, at)
  for (const word of ['null', 'true', 'false'])
    if (text.startsWith(word, at)) return at + word.length
  const wordStart = code === 0x2d ? at + 1 : at
  for (const word of ['NaN', 'Infinity']) {
    if (!text.startsWith(word, wordStart)) continue
    if (notNumbers.length >= 2 * maxNotNumbers) {
      throw new JsonTextError(`more than ${maxNotNumbers} values are not numbers`)
    }
    notNumbers.push(at, wordStart + word.length)
    return wordStart + word.length
  }
  return numberEnd(text, at)
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code < 0x20) throw unexpected(text, at)
    if (code !== backslash) continue
    at += 1
    const escaped = text[at] ?? ''
    if (escaped === 'u') {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (!isHexDigit(text.charCodeAt(at + digit))) throw unexpected(text, at + digit)
      }
      at += 4
    } else if (!'"\\/bfnrt'.includes(escaped) || escaped === '') throw unexpected(text, at)
  }
  throw unexpected(text, at)
}

function numberEnd(text: string, start: number): number {
  let at = text.charCodeAt(start) === 0x2d ? start + 1 : start
  at = text.charCodeAt(at) === 0x30 ? at + 1 : digitsEnd(text, at)
  if (text.charCodeAt(at) === 0x2e) at = digitsEnd(text, at + 1)
  const exponent = text.charCodeAt(at)
  if (exponent !== 0x65 && exponent !== 0x45) return at
  const sign = text.charCodeAt(at + 1)
  return digitsEnd(text, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1)
}

function digitsEnd(text: string, start: number): number {
  let at = start
  while (isDigit(text.charCodeAt(at))) at += 1
  if (at === start) throw unexpected(text, at)
  return at
}

function skipBlanks(text: string, start: number): number {
  let at = start
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at += 1
  }
}

function kindAt(text: string, at: number): JsonSpan['kind'] {
  const code = text.charCodeAt(at)
  if (code === 0x7b) return 'object'
  if (code === 0x5b) return 'array'
  if (code === quote) return 'string'
  return code === 0x2d || isDigit(code) ? 'number' : 'literal'
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

const isHexDigit = (code: number) =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

const unexpected = (text: string, at: number) =>
  new JsonTextError(
    at >= text.length
      ? `unexpected end after ${text.length} characters`
      : `unexpected ${JSON.stringify(text[at])} at character ${at}`,
  )
