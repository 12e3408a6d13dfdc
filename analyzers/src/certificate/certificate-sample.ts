import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

// Just enough ASN.1 to make certificates for tests, since Node reads them and makes none.

export const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

export const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
export const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const time = (date: Date) =>
  der(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)
const name = (common: string) => sequence(der(0x31, sequence(oid('550403'), utf8(common))))

const algorithms = {
  sha256: sequence(oid('2a864886f70d01010b'), Buffer.from([5, 0])),
  sha1: sequence(oid('2a864886f70d010105'), Buffer.from([5, 0])),
}

export interface SampleOptions {
  subject?: string
  issuer?: string
  from?: Date
  to?: Date
  hash?: 'sha256' | 'sha1'
  names?: string[]
  keyBits?: number
  key?: { publicKey: KeyObject; privateKey: KeyObject }
}

const keys = new Map<number, { publicKey: KeyObject; privateKey: KeyObject }>()

/** Making a key takes up to a second, so each size is made once. */
export function sampleKey(size: number) {
  const known = keys.get(size) ?? generateKeyPairSync('rsa', { modulusLength: size })
  keys.set(size, known)
  return known
}

export function makeCertificate(options: SampleOptions = {}): Buffer {
  const {
    subject = 'example.org',
    issuer = 'Sample Authority',
    hash = 'sha256',
    names = [],
  } = options
  const { from = new Date('2020-01-01'), to = new Date('2040-01-01') } = options
  const { publicKey, privateKey } = options.key ?? sampleKey(options.keyBits ?? 2048)
  const alternative = sequence(...names.map((text) => der(0x82, Buffer.from(text))))
  const extensions = sequence(sequence(oid('551d11'), der(0x04, alternative)))
  const body = sequence(
    der(0xa0, integer(2)),
    integer(7),
    algorithms[hash],
    name(issuer),
    sequence(time(from), time(to)),
    name(subject),
    createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
      type: 'spki',
      format: 'der',
    }),
    ...(names.length > 0 ? [der(0xa3, extensions)] : []),
  )
  return sequence(body, algorithms[hash], bits(sign(hash, body, privateKey)))
}

/** As `openssl crl2pkcs7` packs a chain: signed data without a signature. */
export const makePkcs7 = (certificates: readonly Buffer[]): Buffer =>
  sequence(
    oid('2a864886f70d010702'),
    der(
      0xa0,
      sequence(
        integer(1),
        der(0x31),
        sequence(oid('2a864886f70d010701')),
        der(0xa0, ...certificates),
        der(0x31),
      ),
    ),
  )

/** The outside of a key store; the inside is password-protected anyway. */
export const makePkcs12 = (): Buffer =>
  sequence(
    integer(3),
    sequence(oid('2a864886f70d010701'), der(0xa0, der(0x04, Buffer.alloc(300, 7)))),
  )

export const makeRequest = (): Buffer => {
  const { publicKey } = sampleKey(2048)
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(integer(0), name('example.org'), spki, der(0xa0))
  return sequence(body, algorithms.sha256, bits(Buffer.alloc(256, 7)))
}

export const asPem = (certificate: Buffer, label = 'CERTIFICATE'): string => {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
