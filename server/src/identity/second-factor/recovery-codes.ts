import { randomInt } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

const count = 10
/** Without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 75 bits each: they cannot be guessed, so a keyed hash is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () =>
    Array.from({ length: 3 }, () =>
      Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join(''),
    ).join('-'),
  )

/**
 * By the key that outlives a rotation of the master key, as with named API keys: only the owner has the
 * codes. However it was typed from paper.
 */
export function recoveryCodeHash(secrets: Secrets, login: string, code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return secrets.lookup('feed', `recovery-code ${JSON.stringify([login, plain])}`)
}
