import { AppError, badRequest } from '../domain/errors.ts'

/**
 * Limits for the content of a body, so no body up to its size limit is expensive to read. Names cost
 * most: each new one of a JSON object changes the object's shape.
 */
export const maxDepth = 64
export const maxNames = 10_000
export const maxAttributes = 1_000
export const maxFields = 10_000
export const maxParts = 100
export const maxFiles = 10
/** Where parts have names of their own, all together not larger than ten files. */
export const maxNamedFiles = 100

/** Of calls that need no authentication. It holds the longest input that any of them accepts. */
export const publicBodyBytes = 32 * 1024

/** Objects, lists and what is in them. An operator who allows larger bodies gets more of them. */
export const maxValues = (bodyBytes: number) =>
  Math.max(1_000, Math.floor((100_000 * bodyBytes) / 1024 ** 2))

/** 413, with the limit and what to do. */
export const tooLarge = (why: string) => new AppError('Unknown', `Request Entity Too Large: ${why}`)

export const tooManyBytes = (what: string, limit: number) =>
  tooLarge(`${what} exceeds the limit of ${limit} bytes`)

const split = 'split it into several requests'

// guards: body-limits.test.ts
export function checkDepth(depth: number, what: string): void {
  if (depth > maxDepth) throw badRequest(`The ${what} is nested deeper than ${maxDepth} levels`)
}

export function checkAttributes(count: number, what: string): void {
  if (count > maxAttributes)
    throw badRequest(`The ${what} has more than ${maxAttributes} different attributes`)
}

export function checkFields(count: number, what: string): void {
  if (count > maxFields) throw tooLarge(`the ${what} has more than ${maxFields} fields; ${split}`)
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Random, so a caller cannot choose names that collide. */
const seed = crypto.getRandomValues(new Int32Array(1))[0] as number
const slots = 65_536
/** Few names need no table. */
const freeNames = 1_000

export type Count = (bytes: Uint8Array) => void

export interface JsonCount {
  add: Count
  /** Another text follows, which counts with those before. */
  next(): void
}

/**
 * Counts depth, values and different names of a JSON text while it arrives, and throws at the first one
 * too many. It does not check the syntax: whatever it lets through is cheap to parse.
 */
export function countJson(what: string, bodyBytes: number): JsonCount {
  const limit = maxValues(bodyBytes)
  let depth = 0
  let values = 0
  let isText = false
  let isEscaped = false
  let hash = 0
  let names = 0
  let differentNames = 0
  let seen: Uint8Array | undefined

  const addName = (slot: number) => {
    names += 1
    if (names <= freeNames) return
    seen ??= new Uint8Array(slots)
    if (seen[slot] === 1) return
    seen[slot] = 1
    differentNames += 1
    // guard: body-limits.test.ts
    if (differentNames > maxNames)
      throw tooLarge(`the ${what} has more than ${maxNames} different names; ${split}`)
  }
  const checkValues = (count: number) => {
    // guard: body-limits.test.ts
    if (count > limit) throw tooLarge(`the ${what} has more than ${limit} values; ${split}`)
  }

  const add = (bytes: Uint8Array) => {
    // Variables of the closure are slow: the loop has copies.
    let inText = isText
    let escaped = isEscaped
    let mixed = hash
    let open = depth
    let count = values
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number
      if (inText) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) inText = false
        mixed = Math.imul(mixed ^ byte, 0x01000193)
      } else if (byte === quote) {
        inText = true
        mixed = seed
      } else if (byte === comma) {
        count += 1
        checkValues(count)
      } else if (byte === colon) addName((mixed ^ (mixed >>> 16)) & (slots - 1))
      else if (byte === openBrace || byte === openBracket) {
        open += 1
        count += 1
        checkDepth(open, what)
        checkValues(count)
      } else if (byte === closeBrace || byte === closeBracket) open -= 1
    }
    isText = inText
    isEscaped = escaped
    hash = mixed
    depth = open
    values = count
  }
  const next = () => {
    isText = false
    isEscaped = false
    depth = 0
  }
  return { add, next }
}

const ampersand = 0x26

/** Fields of `a=1&b=2`; their names are counted when they are read. */
export function countFields(what: string): Count {
  let count = 1
  return (bytes) => {
    for (let at = bytes.indexOf(ampersand); at >= 0; at = bytes.indexOf(ampersand, at + 1)) {
      count += 1
      // guard: body-limits.test.ts
      if (count > maxFields) checkFields(count, what)
    }
  }
}
