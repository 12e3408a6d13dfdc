import { badRequest } from '../domain/errors.ts'
import { checkDepth } from './body-limits.ts'

/** Text → JSON value, or a 400 that says what is wrong. Long texts were counted before, see `countJson`. */
export function parseJson(text: string, what = 'JSON body'): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // V8 quotes a piece of the text in its message, which may be a password.
    const place = /at position (\d+)/.exec(String(error))
    throw badRequest(
      `Invalid Json: the ${what} is malformed${place ? ` at ${place[0].slice(3)}` : ''}`,
    )
  }
  if (mayHideSomething(text)) checkJson(value, what)
  return value
}

/** Bytes that are valid UTF-8 have NUL and half pairs only as escapes, and forbidden keys by their names. */
const mayHideSomething = (text: string) =>
  text.includes('\\u') || text.includes('__proto__') || text.includes('constructor')

/** Walks with an explicit stack, so depth costs no call stack. */
export function checkJson(root: unknown, what: string): void {
  if (typeof root === 'string') checkText(root, what)
  if (typeof root !== 'object' || root === null) return
  let level: object[] = [root]
  for (let depth = 1; level.length > 0; depth += 1) {
    checkDepth(depth, what)
    const next: object[] = []
    const look = (child: unknown) => {
      if (typeof child === 'string') checkText(child, what)
      else if (typeof child === 'object' && child !== null) next.push(child)
    }
    for (const value of level) {
      if (Array.isArray(value)) {
        for (const child of value) look(child)
        continue
      }
      for (const key of Object.keys(value)) {
        const child = (value as Record<string, unknown>)[key]
        checkKey(key, child, what)
        look(child)
      }
    }
    level = next
  }
}

/** `__proto__` and `constructor.prototype` become a weapon as soon as objects are merged. */
function checkKey(key: string, child: unknown, what: string): void {
  const reachesPrototype =
    key === '__proto__' ||
    (key === 'constructor' &&
      typeof child === 'object' &&
      child !== null &&
      Object.hasOwn(child, 'prototype'))
  if (reachesPrototype) throw badRequest(`The ${what} contains a forbidden key: ${key}`)
  checkText(key, what)
}

/** PostgreSQL cannot store NUL, and half a surrogate pair would silently become another text. */
export function checkText(text: string, what: string): void {
  if (text.includes('\0')) throw badRequest(`The ${what} contains a NUL character`)
  if (!text.isWellFormed()) throw badRequest(`The ${what} contains an unpaired surrogate`)
}
