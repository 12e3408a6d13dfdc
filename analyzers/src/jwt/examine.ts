import { type Finding, finding } from '../kit/index.ts'
import { algorithmOf, guessSecret, type Token } from './decode.ts'

/** Header fields that tell the receiver where to fetch the key: an attacker fills them in. */
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
  if (alg.toLowerCase() === 'none' || alg === '') findings.push(finding('jwt.unsigned'))
  else if (signature.length === 0)
    findings.push(finding('jwt.signature-missing', { algorithm: alg }))
  const secret = guessSecret(token)
  if (secret !== undefined)
    findings.push(finding('jwt.guessable', { secret: JSON.stringify(secret) }))
  for (const key of keySources)
    if (header[key] !== undefined) findings.push(finding('jwt.own-key', { key }))
  if (typeof header.kid === 'string' && /['"\\/;|`$<>]|\.\./.test(header.kid))
    findings.push(finding('jwt.odd-key-name', { name: header.kid }))
  return findings
}

function lifeFindings({ claims }: Token, now: number): Finding[] {
  const { exp, nbf, iat } = claims
  const findings: Finding[] = []
  if (exp === undefined) findings.push(finding('jwt.endless'))
  else if (!isMoment(exp)) findings.push(finding('jwt.expiry-unreadable'))
  else if (exp < now) findings.push(finding('jwt.expired', { date: dateOf(exp) }))
  else {
    findings.push(finding('jwt.valid', { date: dateOf(exp) }))
    const from = isMoment(iat) ? iat : now
    if (exp - from > year)
      findings.push(finding('jwt.long', { years: Math.floor((exp - from) / year) }))
  }
  if (isMoment(nbf) && nbf > now) findings.push(finding('jwt.not-yet', { date: dateOf(nbf) }))
  if (isMoment(iat) && iat > now + 300) findings.push(finding('jwt.future', { date: dateOf(iat) }))
  return findings
}

/** Seconds that `Date` can hold. */
export const isMoment = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 8.64e12

export const dateOf = (seconds: number) => new Date(seconds * 1_000).toISOString()
