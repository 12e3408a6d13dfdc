import type { KeyObject, X509Certificate } from 'node:crypto'
import { type Finding, finding } from '../kit/index.ts'

const day = 24 * 60 * 60_000
/** What browsers accept of a public authority since 2020. */
const longestPublicDays = 398

export function examine(certificate: X509Certificate, now: number): Finding[] {
  return [
    ...validityFindings(certificate, now),
    ...strengthFindings(certificate),
    ...issuerFindings(certificate),
  ]
}

/**
 * NaN for a text that is not a time. `validFromDate` of Node does not help: where OpenSSL cannot
 * read the time, Node makes it from uninitialized memory, so it can be any date.
 */
export const timeOf = (text: string): number => Date.parse(text)

function validityFindings(certificate: X509Certificate, now: number): Finding[] {
  const from = timeOf(certificate.validFrom)
  const to = timeOf(certificate.validTo)
  const days = Math.round((to - from) / day)
  if (Number.isNaN(days)) return [finding('certificate.dates-unreadable')]
  if (to < now) return [finding('certificate.expired', { date: certificate.validTo })]
  if (from > now) return [finding('certificate.not-yet', { date: certificate.validFrom })]
  if (!certificate.ca && days > longestPublicDays)
    return [finding('certificate.long', { days, longest: longestPublicDays })]
  return [finding('certificate.valid', { date: certificate.validTo })]
}

function strengthFindings(certificate: X509Certificate): Finding[] {
  const { type, bits, curve } = keyOf(certificate.publicKey)
  const findings: Finding[] = []
  const weak = (value: string, why: string) =>
    findings.push(finding('certificate.weak', { value, why }))
  if ((type === 'rsa' || type === 'dsa') && bits !== undefined && bits < 2048)
    weak(`${type.toUpperCase()} ${bits}`, 'keys below 2048 bits can be broken')
  if (curve !== undefined && /^(secp|prime|sect)\D*(1[0-9]{2})\D/.test(curve))
    weak(curve, 'curve too small')
  // The signature of a root is not relied on: a root is trusted because it is in a list.
  const isWeakHash = /md2|md4|md5|sha1(?!\d)/i.test(certificate.signatureAlgorithm ?? '')
  if (isWeakHash && !isSelfSigned(certificate))
    weak(certificate.signatureAlgorithm ?? '', 'its signature hash can be forged')
  return findings
}

function issuerFindings(certificate: X509Certificate): Finding[] {
  if (!isSelfSigned(certificate)) return []
  const kind = certificate.ca ? 'self-signed authority' : 'self-signed'
  return [finding('certificate.self-signed', { kind })]
}

/** Says so and has signed itself: a forged issuer name alone does not count. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  try {
    return certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)
  } catch {
    return false
  }
}

export function keyOf(key: KeyObject) {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  return {
    type: key.asymmetricKeyType ?? 'unknown',
    ...(modulusLength === undefined ? {} : { bits: modulusLength }),
    ...(namedCurve === undefined ? {} : { curve: namedCurve }),
  }
}
