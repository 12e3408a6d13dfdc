import { badRequest } from '../domain/errors.ts'

const maxCharacters = 128

/** The header `Idempotency-Key`, if it was sent; a call that ignored a wrong one would not be safe to repeat. */
export function readRequestKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header.join(', ') : header
  // guard: request-key.test.ts
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > maxCharacters)
    throw badRequest(
      `Idempotency-Key must have 1 to ${maxCharacters} ASCII characters and no spaces`,
    )
  return key
}
