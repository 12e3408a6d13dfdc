import { createHmac } from 'node:crypto'

type Claims = Readonly<Record<string, unknown>>

export interface Token {
  readonly header: Claims
  readonly claims: Claims
  readonly signed: string
  readonly signature: Buffer
}

/** Larger ones exist only to hurt: browsers and servers take headers of 8 to 64 KiB. */
const maxLength = 65_536
const part = /^[A-Za-z0-9_-]*$/

/**
 * Undefined when the text is not a token at all. Five parts are an encrypted one, which cannot be read.
 */
export function decodeToken(text: string): Token | 'encrypted' | undefined {
  const token = text.trim().replace(/^bearer /i, '')
  if (token.length > maxLength) return undefined
  const parts = token.split('.')
  if (!parts.every((piece) => part.test(piece))) return undefined
  const header = objectIn(parts[0])
  if (!header) return undefined
  if (parts.length === 5 && typeof header.enc === 'string') return 'encrypted'
  const claims = objectIn(parts[1])
  if (parts.length !== 3 || !claims) return undefined
  return {
    header,
    claims,
    signed: `${parts[0]}.${parts[1]}`,
    signature: Buffer.from(parts[2] ?? '', 'base64url'),
  }
}

function objectIn(piece: string | undefined): Claims | undefined {
  if (piece === undefined || piece === '') return undefined
  try {
    const value: unknown = JSON.parse(Buffer.from(piece, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Claims)
      : undefined
  } catch {
    return undefined
  }
}

/** Empty when the header names none: an object there is hostile, and `String()` of it may throw. */
export const algorithmOf = ({ header }: Token): string =>
  typeof header.alg === 'string' ? header.alg : ''

/** Secrets of tutorials and templates, which find their way into production. */
const tutorialSecrets = [
  '',
  'secret',
  'password',
  'changeme',
  'your-256-bit-secret',
  'your-384-bit-secret',
  'your-512-bit-secret',
  'a-string-secret-at-least-256-bits-long',
  'jwt_secret',
  'jwtsecret',
  'supersecret',
  'super-secret',
  'mysecret',
  'mysecretkey',
  'secretkey',
  'secret_key',
  'key',
  'test',
  'admin',
  '123456',
  'qwerty',
  'shhhhh',
  'keyboard cat',
  'my_secret_key',
  'default',
]

const hashes: Readonly<Record<string, string>> = {
  HS256: 'sha256',
  HS384: 'sha384',
  HS512: 'sha512',
}

/** The secret, when it is one that attackers try first. */
export function guessSecret(token: Token): string | undefined {
  const { signed, signature } = token
  const hash = hashes[algorithmOf(token)]
  if (hash === undefined || signature.length === 0) return undefined
  return tutorialSecrets.find((secret) =>
    createHmac(hash, secret).update(signed).digest().equals(signature),
  )
}
