import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import { type DerValue, derChildren, derHex, derValue } from '../certificate/der.ts'

/** What an S/MIME signature says about its content. */
export interface Signature {
  readonly state: 'matches' | 'content changed' | 'not made with its certificate' | 'not readable'
  /** Of a mail that is packed into its signature: what was signed. */
  readonly content?: Buffer
}

const hashes: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
  '2a864886f70d0205': 'md5',
}
const signedData = '2a864886f70d010702'
const messageDigest = '2a864886f70d010904'
const pss = '2a864886f70d01010a'
const maxCertificates = 20

/** A detached signature, as text: the part between the first two boundaries is what was signed. */
export function detachedSignature(mail: Buffer): Signature | undefined {
  const text = mail.toString('latin1')
  const [, boundary = ''] =
    /^content-type:\s{0,5}multipart\/signed\b(?=[^\n]{0,500}(?:\r?\n[ \t][^\n]{0,500}){0,5}?pkcs7-signature)[^\n]{0,500}?(?:\r?\n[ \t][^\n]{0,500}?){0,5}?\bboundary\s{0,3}=\s{0,3}"?([^"\s;]{1,70})/im.exec(
      text,
    ) ?? []
  if (boundary === '') return undefined
  const borders = [...text.matchAll(borderLines(boundary))].map(({ index, 0: line }) => ({
    start: index,
    end: index + line.length,
  }))
  const [first, second, third] = borders
  if (!first || !second || !third) return undefined
  const part = text.slice(second.end, third.start)
  const [head = '', ...body] = part.split(/\r?\n\r?\n/)
  if (!/pkcs7-signature/i.test(head)) return undefined
  const signed = text.slice(first.end, second.start).replace(/\r?\n/g, '\r\n')
  // Some programs count the line break before the border.
  const contents = [signed, `${signed}\r\n`].map((one) => Buffer.from(one, 'latin1'))
  return check(Buffer.from(body.join(''), 'base64'), contents)
}

const borderLines = (boundary: string) =>
  new RegExp(
    `(?:^|\\r?\\n)--${boundary.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?:--)?[ \\t]*(?:\\r?\\n|$)`,
    'g',
  )

/** A signature around its content. */
export const attachedSignature = (packed: Buffer): Signature => check(packed, [])

function check(packed: Buffer, given: readonly Buffer[]): Signature {
  const whole = withLengths(packed, 0, 0)
  const data = whole && signedDataIn(whole.bytes)
  if (!data) return { state: 'not readable' }
  const content = data.content
  const contents = content === undefined ? given : [content]
  const more = content === undefined ? {} : { content }
  const [signer] = data.signers
  const hash = signer && hashes[signer.hash]
  if (!signer || hash === undefined || contents.length === 0)
    return { state: 'not readable', ...more }
  if (signer.digest !== undefined) {
    const isSame = contents.some(
      (one) => createHash(hash).update(one).digest('hex') === signer.digest,
    )
    if (!isSame) return { state: 'content changed', ...more }
  }
  const signed = signer.attributes === undefined ? contents : [signer.attributes]
  const isTheirs = data.certificates.some(({ publicKey }) =>
    signed.some((bytes) => isSignedBy(publicKey, hash, bytes, signer)),
  )
  return {
    state: isTheirs || data.certificates.length === 0 ? 'matches' : 'not made with its certificate',
    ...more,
  }
}

interface Signer {
  readonly hash: string
  /** Of the content, as the signer counted it. */
  readonly digest: string | undefined
  readonly attributes: Buffer | undefined
  readonly algorithm: string
  readonly signature: Buffer
}

function isSignedBy(
  key: X509Certificate['publicKey'],
  hash: string,
  bytes: Buffer,
  { algorithm, signature }: Signer,
): boolean {
  try {
    const padding =
      algorithm === pss
        ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
        : {}
    return verify(hash, bytes, { key, ...padding }, signature)
  } catch {
    return false
  }
}

const maxDepth = 30

/** Some programs leave lengths open (BER) and mark the end: rewritten with lengths, so offsets are known. */
function withLengths(
  bytes: Buffer,
  at: number,
  depth: number,
): { bytes: Buffer; end: number } | undefined {
  if (bytes[at + 1] !== 0x80) {
    const value = derValue(bytes, at)
    return value && { bytes: bytes.subarray(at, value.end), end: value.end }
  }
  const parts: Buffer[] = []
  let next = at + 2
  while (depth < maxDepth && next + 1 < bytes.length) {
    if (bytes[next] === 0 && bytes[next + 1] === 0) {
      const content = Buffer.concat(parts)
      const head = Buffer.from([bytes[at] ?? 0, 0x84, 0, 0, 0, 0])
      head.writeUInt32BE(content.length, 2)
      return { bytes: Buffer.concat([head, content]), end: next + 2 }
    }
    const part = withLengths(bytes, next, depth + 1)
    if (!part) return undefined
    parts.push(part.bytes)
    next = part.end
  }
  return undefined
}

/** RFC 5652. Undefined for what is packed otherwise. */
function signedDataIn(bytes: Buffer) {
  const inside = (value: DerValue | undefined) => (value ? derChildren(bytes, value) : [])
  const [type, wrapped] = inside(derValue(bytes, 0))
  if (!type || derHex(bytes, type) !== signedData) return undefined
  const fields = inside(inside(wrapped)[0])
  const [, , packed] = fields
  const infos = fields.at(-1)
  if (!packed || infos?.tag !== 0x31) return undefined
  const octets = inside(inside(packed)[1])[0]
  const content =
    octets?.tag === 0x04
      ? bytes.subarray(octets.start, octets.end)
      : octets?.tag === 0x24
        ? Buffer.concat(inside(octets).map(({ start, end }) => bytes.subarray(start, end)))
        : undefined
  const certificates = inside(fields.find(({ tag }) => tag === 0xa0))
    .slice(0, maxCertificates)
    .flatMap(({ at, end }) => certificateOf(bytes.subarray(at, end)))
  return { content, certificates, signers: inside(infos).flatMap((info) => signerOf(bytes, info)) }
}

function certificateOf(bytes: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)]
  } catch {
    return []
  }
}

function signerOf(bytes: Buffer, info: DerValue): Signer[] {
  const [, , hash, ...rest] = derChildren(bytes, info)
  const attributes = rest.find(({ tag }) => tag === 0xa0)
  const [algorithm, signature] = rest.filter(({ tag }) => tag === 0x30 || tag === 0x04)
  const hashId = hash && derChildren(bytes, hash)[0]
  const algorithmId = algorithm && derChildren(bytes, algorithm)[0]
  if (!hashId || !algorithmId || !signature) return []
  const digest = attributes
    ? derChildren(bytes, attributes)
        .map((one) => derChildren(bytes, one))
        .find(([name]) => name && derHex(bytes, name) === messageDigest)?.[1]
    : undefined
  const value = digest && derChildren(bytes, digest)[0]
  return [
    {
      hash: derHex(bytes, hashId),
      digest: value && bytes.toString('hex', value.start, value.end),
      // Signed as a set, stored under another tag.
      attributes: attributes
        ? Buffer.concat([Buffer.from([0x31]), bytes.subarray(attributes.at + 1, attributes.end)])
        : undefined,
      algorithm: derHex(bytes, algorithmId),
      signature: bytes.subarray(signature.start, signature.end),
    },
  ]
}
