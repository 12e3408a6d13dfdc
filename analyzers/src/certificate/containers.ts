import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { type DerValue, derChildren, derHex, derValue } from './der.ts'

/** Kinds of files in this family other than certificates. */
export interface Container {
  readonly form: string
  readonly explanation: string
  /** Of a key: its public half, never the secret one. */
  readonly key?: KeyObject
  /** Certificates inside of it, in DER. */
  readonly certificates?: readonly Buffer[]
}

const maxBlocks = 50
const sequence = 0x30
const [integer, bitString, octetString, objectId] = [0x02, 0x03, 0x04, 0x06]
const pkcs7 = '2a864886f70d0107'

const named = (form: string, explanation: string, more: Partial<Container> = {}): Container => ({
  form,
  explanation,
  ...more,
})

const secret = (form: string, key?: KeyObject) =>
  named(form, 'Unprotected private key: anyone with this file can use it', key ? { key } : {})
const sealed = (form: string) => named(form, 'Password-protected; key not examined')

/** By what the bytes are made of. The whole must be one value: many files begin with a 0x30. */
export function readContainer(bytes: Buffer): Container | undefined {
  const whole = derValue(bytes, 0)
  if (!whole || whole.tag !== sequence || whole.end !== bytes.length) return undefined
  const parts = derChildren(bytes, whole)
  const tags = parts.map(({ tag }) => tag)
  const [first, second] = parts
  if (!first) return undefined
  if (first.tag === objectId && derHex(bytes, first).startsWith(pkcs7))
    return readPkcs7(bytes, derHex(bytes, first), second)
  if (first.tag === integer && second?.tag === sequence) {
    const [inner] = derChildren(bytes, second)
    if (derHex(bytes, first) === '03' && inner && derHex(bytes, inner).startsWith(pkcs7))
      return named('PKCS#12', 'Password-protected key store; contents not examined')
    if (inner?.tag === objectId && tags[2] === octetString)
      return secret('private key (PKCS#8)', publicHalf(bytes, 'pkcs8'))
  }
  if (first.tag === integer && tags.length >= 9 && tags.every((tag) => tag === integer))
    return secret('private key (PKCS#1)', publicHalf(bytes, 'pkcs1'))
  if (first.tag === integer && second?.tag === octetString && derHex(bytes, first) === '01')
    return secret('private key (SEC 1)', publicHalf(bytes, 'sec1'))
  if (first.tag === sequence && tags.length === 2) return readPair(bytes, parts)
  return first.tag === sequence && tags[1] === sequence && tags[2] === bitString
    ? readSigned(bytes, first)
    : undefined
}

function readPair(bytes: Buffer, [first, second]: readonly DerValue[]): Container | undefined {
  const inner = first && derChildren(bytes, first)[0]
  if (inner?.tag !== objectId) return undefined
  if (second?.tag === octetString) return sealed('private key (PKCS#8, encrypted)')
  const key = second?.tag === bitString ? readPublic(bytes) : undefined
  return key && named('public key', 'Public half of a key pair', { key })
}

/** A request or a CRL; undefined for a certificate, whose own reader says more. */
function readSigned(bytes: Buffer, body: DerValue): Container | undefined {
  const parts = derChildren(bytes, body)
  // A CRL has its dates next to the names; in a certificate they are in a sequence.
  if (parts.some(({ tag }) => tag === 0x17 || tag === 0x18))
    return named('revocation list', 'Certificates revoked by a CA')
  const isRequest = parts[0]?.tag === integer && parts.length <= 4 && parts.at(-1)?.tag === 0xa0
  return isRequest ? named('certificate request', 'Requests a certificate from a CA') : undefined
}

function readPkcs7(bytes: Buffer, oid: string, content: DerValue | undefined): Container {
  if (oid !== `${pkcs7}02`)
    return named('PKCS#7', 'Encrypted or packaged message without certificates')
  const signed = content && derValue(bytes, content.start, content.end)
  const holder = signed && derChildren(bytes, signed).find(({ tag }) => tag === 0xa0)
  const certificates = (holder ? derChildren(bytes, holder) : [])
    .filter(({ tag }) => tag === sequence)
    .map(({ at, end }) => bytes.subarray(at, end))
  return named('PKCS#7', `Signed data with ${certificates.length} certificates`, {
    certificates,
  })
}

function publicHalf(key: Buffer, type: 'pkcs1' | 'pkcs8' | 'sec1'): KeyObject | undefined {
  try {
    return createPublicKey(createPrivateKey({ key, format: 'der', type }))
  } catch {
    return undefined
  }
}

function readPublic(key: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

const withoutParser: Readonly<Record<string, Container>> = {
  'OPENSSH PRIVATE KEY': named('private key (OpenSSH)', 'SSH authentication key'),
  'PGP PRIVATE KEY BLOCK': named('private key (PGP)', 'Key for signing and decrypting email'),
  'PGP PUBLIC KEY BLOCK': named('public key (PGP)', 'Public key for email'),
  'DSA PRIVATE KEY': secret('private key (DSA)'),
}

/** All blocks of a PEM file that are not certificates. */
export function pemContainers(text: string): Container[] {
  const found: Container[] = []
  let at = text.indexOf('-----BEGIN ')
  while (at >= 0 && found.length < maxBlocks) {
    const [, label = ''] = /^-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(text.slice(at, at + 60)) ?? []
    const end = label === '' ? -1 : text.indexOf(`-----END ${label}-----`, at)
    if (end > 0 && !/CERTIFICATE$/.test(label)) {
      const body = text.slice(at + label.length + 16, end)
      const container = /^Proc-Type: 4,ENCRYPTED/m.test(body)
        ? sealed('private key (encrypted)')
        : (withoutParser[label] ?? readContainer(Buffer.from(body, 'base64')))
      if (container) found.push(container)
    }
    at = text.indexOf('-----BEGIN ', end > 0 ? end : at + 11)
  }
  return found
}
