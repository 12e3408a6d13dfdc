import { createDecipheriv, hash } from 'node:crypto'
import {
  type CompoundEntry,
  DamagedCompoundFile,
  readCompoundFile,
} from '../formats/compound-file.ts'
import { inMemory } from '../formats/random-access.ts'
import { readOoxml } from './ooxml.ts'
import { addFile, addFinding, type Report } from './report.ts'

/** Excel and PowerPoint try them before they ask: what they open is encrypted for scanners alone. */
const passwords = ['VelvetSweatshop', '/01Hannes Ruescher/01']
const maxPackage = 64 * 1024 * 1024
/** Office writes 100,000 rounds; a million take seconds. */
const maxRounds = 1_000_000
const hashes = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512'])

const hashOf = (name: string, ...parts: readonly Buffer[]): Buffer =>
  hash(name, Buffer.concat(parts), 'buffer')
const word32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const wide = (text: string) => Buffer.from(text, 'utf16le')
const fitted = (bytes: Buffer, length: number) =>
  bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)])

function rounds(name: string, start: Buffer, count: number): Buffer {
  let current = start
  const round = Buffer.alloc(4 + start.length)
  for (let index = 0; index < count; index += 1) {
    round.writeUInt32LE(index)
    current.copy(round, 4)
    current = hash(name, round, 'buffer')
  }
  return current
}

function aes(mode: 'cbc' | 'ecb', key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, iv)
  decipher.setAutoPadding(false)
  const whole = data.subarray(0, data.length - (data.length % 16))
  return Buffer.concat([decipher.update(whole), decipher.final()])
}

/** The document inside of an encrypted one, if one of the built-in passwords opens it. */
export async function readWithDefaultPassword(bytes: Buffer): Promise<Report | undefined> {
  const content = openedPackage(bytes)
  const report = content && (await readOoxml(inMemory(content)))
  if (!report) return undefined
  addFinding(report, 'document.default-password')
  addFile(report, {
    name: 'decrypted.zip',
    content,
    message: 'decrypted with the built-in password',
  })
  return report
}

function openedPackage(bytes: Buffer): Buffer | undefined {
  try {
    const entries = readCompoundFile(bytes)
    const find = (name: string): CompoundEntry | undefined =>
      entries.find(({ path }) => path.toLowerCase() === name)
    const info = find('encryptioninfo')?.read(65_536)
    const packed = find('encryptedpackage')?.read(maxPackage)
    if (!info || !packed || info.length < 16 || packed.length < 24) return undefined
    for (const password of passwords) {
      const content =
        info.readUInt16LE(2) === 4 && info.readUInt16LE(0) === 4
          ? openAgile(info.toString('utf8', 8), packed, password)
          : openStandard(info, packed, password)
      if (content) return content
    }
    return undefined
  } catch (error) {
    // Whatever is wrong there: this password then does not open the file.
    if (error instanceof DamagedCompoundFile || error instanceof RangeError || isCryptoError(error))
      return undefined
    throw error
  }
}

const isCryptoError = (error: unknown) =>
  error instanceof Error &&
  /^ERR_(?:OSSL|CRYPTO|INVALID_ARG|OUT_OF_RANGE|BUFFER)/.test(
    String((error as { code?: unknown }).code),
  )

const sizeOf = (packed: Buffer, content: Buffer) =>
  content.subarray(0, Math.min(packed.readUInt32LE(0), content.length))

/** [MS-OFFCRYPTO] 2.3.4.5: the key by SHA-1, the content in single blocks. */
function openStandard(info: Buffer, packed: Buffer, password: string): Buffer | undefined {
  const headerSize = info.readUInt32LE(8)
  const keyLength = info.readUInt32LE(28) >> 3
  const at = 12 + headerSize
  const salt = info.subarray(at + 4, at + 20)
  if (![16, 24, 32].includes(keyLength) || salt.length < 16) return undefined
  const spun = rounds('sha1', hashOf('sha1', salt, wide(password)), 50_000)
  const last = hashOf('sha1', spun, word32(0))
  const half = (fill: number) =>
    hashOf(
      'sha1',
      Buffer.from(Buffer.alloc(64, fill).map((byte, index) => byte ^ (last[index] ?? 0))),
    )
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyLength)
  const verifier = aes('ecb', key, null, info.subarray(at + 20, at + 36))
  const expected = aes('ecb', key, null, info.subarray(at + 40, at + 72)).subarray(0, 20)
  if (!hashOf('sha1', verifier).equals(expected)) return undefined
  return sizeOf(packed, aes('ecb', key, null, packed.subarray(8)))
}

/** [MS-OFFCRYPTO] 2.3.4.10: parameters are in XML, the content is in segments of 4096 bytes. */
function openAgile(xml: string, packed: Buffer, password: string): Buffer | undefined {
  const value = (tag: string, name: string) =>
    new RegExp(`<(?:\\w{1,10}:)?${tag}\\b[^>]{0,4000}?\\s${name}="([^"]{0,2000})"`).exec(
      xml,
    )?.[1] ?? ''
  const bytesOf = (tag: string, name: string) => Buffer.from(value(tag, name), 'base64')
  const name = value('encryptedKey', 'hashAlgorithm').toLowerCase().replace('-', '')
  const contentHash = value('keyData', 'hashAlgorithm').toLowerCase().replace('-', '')
  const count = Number(value('encryptedKey', 'spinCount'))
  const keyLength = Number(value('encryptedKey', 'keyBits')) >> 3
  const blockSize = Number(value('keyData', 'blockSize'))
  if (!hashes.has(name) || !hashes.has(contentHash) || !(count <= maxRounds) || blockSize !== 16)
    return undefined
  const salt = bytesOf('encryptedKey', 'saltValue')
  const spun = rounds(name, hashOf(name, salt, wide(password)), count)
  const opened = (purpose: string, field: string) => {
    const key = fitted(hashOf(name, spun, Buffer.from(purpose, 'hex')), keyLength)
    return aes('cbc', key, fitted(salt, 16), bytesOf('encryptedKey', field))
  }
  const size = Number(value('encryptedKey', 'saltSize')) || salt.length
  const verifier = opened('fea7d2763b4b9e79', 'encryptedVerifierHashInput').subarray(0, size)
  const expected = opened('d7aa0f6d3061344e', 'encryptedVerifierHashValue')
  const actual = hashOf(name, verifier)
  if (!expected.subarray(0, actual.length).equals(actual)) return undefined
  const key = opened('146e0be7abacd0d6', 'encryptedKeyValue').subarray(0, keyLength)
  const contentSalt = bytesOf('keyData', 'saltValue')
  const pieces: Buffer[] = []
  for (let at = 8, index = 0; at < packed.length; at += 4096, index += 1) {
    const iv = fitted(hashOf(contentHash, contentSalt, word32(index)), 16)
    pieces.push(aes('cbc', key, iv, packed.subarray(at, at + 4096)))
  }
  return sizeOf(packed, Buffer.concat(pieces))
}

/** Records that stay readable in an encrypted workbook. */
const readable = new Set([0x0809, 0x2f, 0xe1, 0x194, 0x195, 0x196, 0x138])
const boundSheet = 0x85

/** The records of an old workbook (.xls), if the built-in password opens it. `pass` is what its record FilePass holds. */
export function openedWorkbook(stream: Buffer, pass: Buffer): Buffer | undefined {
  const keyOf = workbookKey(pass, passwords[0] ?? '')
  if (!keyOf) return undefined
  const plain = Buffer.from(stream)
  for (let at = 0, block = 0; at < plain.length; at += 1024, block += 1)
    rc4(keyOf(block), plain.subarray(at, at + 1024))
  for (let at = 0; at + 4 <= stream.length; ) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)]
    const kept = 4 + (readable.has(type) ? length : type === boundSheet ? 4 : 0)
    stream.copy(plain, at, at, Math.min(at + kept, stream.length))
    at += 4 + length
  }
  return plain
}

type KeyOf = (block: number) => Buffer

function workbookKey(pass: Buffer, password: string): KeyOf | undefined {
  if (pass.length < 54 || pass.readUInt16LE(0) !== 1) return undefined
  const [major, minor] = [pass.readUInt16LE(2), pass.readUInt16LE(4)]
  const isOld = major === 1 && minor === 1
  if (!isOld && minor !== 2) return undefined
  const at = isOld ? 6 : 14 + pass.readUInt32LE(10) + 4
  if (at + (isOld ? 48 : 56) > pass.length) return undefined
  const salt = pass.subarray(at, at + 16)
  const keyOf = isOld
    ? oldKey(salt, password)
    : newKey(salt, password, pass.readUInt32LE(14 + 16) || 40)
  const name = isOld ? 'md5' : 'sha1'
  const hashAt = at + (isOld ? 32 : 36)
  // The keystream runs on from the one to the other.
  const both = Buffer.concat([
    pass.subarray(at + 16, at + 32),
    pass.subarray(hashAt, hashAt + (isOld ? 16 : 20)),
  ])
  rc4(keyOf(0), both)
  return hashOf(name, both.subarray(0, 16)).equals(both.subarray(16)) ? keyOf : undefined
}

function oldKey(salt: Buffer, password: string): KeyOf {
  const start = hashOf('md5', wide(password)).subarray(0, 5)
  const many = Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([start, salt])))
  const base = hashOf('md5', many).subarray(0, 5)
  return (block) => hashOf('md5', base, word32(block))
}

function newKey(salt: Buffer, password: string, bits: number): KeyOf {
  const base = hashOf('sha1', salt, wide(password))
  return (block) => {
    const key = hashOf('sha1', base, word32(block))
    return bits === 40
      ? Buffer.concat([key.subarray(0, 5), Buffer.alloc(11)])
      : key.subarray(0, bits >> 3)
  }
}

/** Own implementation: OpenSSL no longer has it. */
export function rc4(key: Buffer, data: Buffer): void {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const kept = state[a] as number
    state[a] = state[b] as number
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255
    swap(i, j)
  }
  for (let at = 0, i = 0, j = 0; at < data.length; at += 1) {
    i = (i + 1) & 255
    j = (j + (state[i] as number)) & 255
    swap(i, j)
    data[at] =
      (data[at] as number) ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number)
  }
}
