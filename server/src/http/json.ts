import { badRequest } from '../domain/errors.ts'

/** Deeper than any honest request; deep nesting is how parsers behind us are made to fall over. */
const maxDepth = 64

/** Text → JSON value, or a 400 that says what is wrong. */
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
  checkJson(value, what)
  return value
}

/** Walks with a list of its own, so that depth costs no stack. */
export function checkJson(root: unknown, what: string): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') checkText(value, what)
    if (typeof value !== 'object' || value === null) continue
    checkDepth(depth + 1, what)
    for (const [key, child] of Object.entries(value)) {
      checkKey(key, child, what)
      open.push({ value: child, depth: depth + 1 })
    }
  }
}

export function checkDepth(depth: number, what: string): void {
  if (depth > maxDepth) throw badRequest(`The ${what} is nested deeper than ${maxDepth} levels`)
}

/** `__proto__` and `constructor.prototype` become a weapon as soon as somebody merges objects. */
function checkKey(key: string, child: unknown, what: string): void {
  const reachesPrototype =
    key === '__proto__' ||
    (key === 'constructor' &&
      typeof child === 'object' &&
      child !== null &&
      Object.hasOwn(child, 'prototype'))
  if (reachesPrototype) throw badRequest(`The ${what} has a forbidden key: ${key}`)
  checkText(key, what)
}

/** PostgreSQL cannot store NUL, and half a surrogate pair would silently become another text. */
export function checkText(text: string, what: string): void {
  if (text.includes('\0')) throw badRequest(`The ${what} contains the character NUL`)
  if (!text.isWellFormed()) throw badRequest(`The ${what} contains half a surrogate pair`)
}
