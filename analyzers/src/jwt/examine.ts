import { algorithmOf, guessSecret, type Token } from './decode.ts'

export interface Finding {
  readonly level: 'info' | 'suspicious'
  readonly predicate: string
  readonly value: string
  readonly explanation: string
}

/** Keys of the header that tell the receiver where to fetch the key: an attacker fills them in. */
const keySources = ['jku', 'x5u', 'jwk', 'x5c'] as const
const year = 365 * 24 * 60 * 60

/** `now` in seconds, as the claims have it. */
export function examine(token: Token, now: number): Finding[] {
  return [...signatureFindings(token), ...lifeFindings(token, now)]
}

function signatureFindings(token: Token): Finding[] {
  const { header, signature } = token
  const alg = algorithmOf(token)
  const findings: Finding[] = []
  const add = (value: string, explanation: string) =>
    findings.push({ level: 'suspicious', predicate: 'Signature', value, explanation })
  if (alg.toLowerCase() === 'none' || alg === '')
    add('none', 'It asks to be believed without a signature')
  else if (signature.length === 0) add('missing', `It names ${alg} and has no signature`)
  const secret = guessSecret(token)
  if (secret !== undefined)
    add('guessable', `Anybody can sign such tokens: the secret is ${JSON.stringify(secret)}`)
  for (const key of keySources)
    if (header[key] !== undefined)
      add(`key by ${key}`, `The header brings its own key (${key}); a receiver must not follow it`)
  if (typeof header.kid === 'string' && /['"\\/;|`$<>]|\.\./.test(header.kid))
    add('odd kid', 'The name of the key looks like a path or a query')
  return findings
}

function lifeFindings({ claims }: Token, now: number): Finding[] {
  const { exp, nbf, iat } = claims
  const findings: Finding[] = []
  const add = (level: Finding['level'], value: string, explanation: string) =>
    findings.push({ level, predicate: 'Lifetime', value, explanation })
  if (exp === undefined) add('suspicious', 'endless', 'It never expires')
  else if (!isMoment(exp))
    add('suspicious', 'unreadable', 'The claim exp is not a number of seconds')
  else if (exp < now) add('info', 'expired', `It expired on ${dateOf(exp)}`)
  else {
    add('info', 'valid', `It is valid until ${dateOf(exp)}`)
    const from = isMoment(iat) ? iat : now
    if (exp - from > year) add('suspicious', 'long', `It lives longer than a year`)
  }
  if (isMoment(nbf) && nbf > now) add('info', 'not yet valid', `It is valid from ${dateOf(nbf)}`)
  if (isMoment(iat) && iat > now + 300)
    add('suspicious', 'from the future', `It says it was made on ${dateOf(iat)}`)
  return findings
}

/** Seconds that `Date` can hold. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 8.64e12

export const dateOf = (seconds: number) => new Date(seconds * 1_000).toISOString()
