import { createCipheriv, createHash } from 'node:crypto'
import { makeCompoundFile, type SampleTree } from '../formats/compound-sample.ts'
import { rc4 } from './default-password.ts'

/** What Excel tries before it asks. */
export const excelPassword = ['Velvet', 'Sweatshop'].join('')

const hashOf = (name: string, ...parts: readonly Buffer[]) =>
  createHash(name).update(Buffer.concat(parts)).digest()
const word32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const words32 = (...values: readonly number[]) => Buffer.concat(values.map(word32))
const wide = (text: string) => Buffer.from(text, 'utf16le')
const filled = (length: number, seed: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 29 + seed * 97 + 5) & 255))
const padded = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)])

function aes(mode: 'cbc' | 'ecb', key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-${mode}`, key, iv)
  cipher.setAutoPadding(false)
  return Buffer.concat([cipher.update(padded(data)), cipher.final()])
}

function rounds(name: string, start: Buffer, count: number): Buffer {
  let current = start
  for (let at = 0; at < count; at += 1) current = hashOf(name, word32(at), current)
  return current
}

const sized = (content: Buffer, encrypted: Buffer) =>
  Buffer.concat([words32(content.length, 0), encrypted])

/** As Office writes it since 2010, with fewer rounds than its 100,000. */
export function encryptAgile(content: Buffer, password = excelPassword, count = 1_000): Buffer {
  const [salt, contentSalt, key, verifier] = [1, 2, 3, 4].map((seed) => filled(16, seed)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  const spun = rounds('sha512', hashOf('sha512', salt, wide(password)), count)
  const closed = (purpose: string, data: Buffer) =>
    aes(
      'cbc',
      hashOf('sha512', spun, Buffer.from(purpose, 'hex')).subarray(0, 16),
      salt,
      data,
    ).toString('base64')
  const pieces = Array.from({ length: Math.ceil(content.length / 4096) }, (_, at) =>
    aes(
      'cbc',
      key,
      hashOf('sha512', contentSalt, word32(at)).subarray(0, 16),
      content.subarray(at * 4096, at * 4096 + 4096),
    ),
  )
  const settings =
    'saltSize="16" blockSize="16" keyBits="128" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${settings} saltValue="${contentSalt.toString('base64')}"/><dataIntegrity encryptedHmacKey="" encryptedHmacValue=""/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${count}" ${settings} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${closed('fea7d2763b4b9e79', verifier)}" encryptedVerifierHashValue="${closed('d7aa0f6d3061344e', hashOf('sha512', verifier))}" encryptedKeyValue="${closed('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`
  return makeCompoundFile({
    EncryptionInfo: Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]),
    EncryptedPackage: sized(content, Buffer.concat(pieces)),
  })
}

/** As Office 2007 wrote it. */
export function encryptStandard(content: Buffer, password = excelPassword): Buffer {
  const [salt, verifier] = [filled(16, 5), filled(16, 6)]
  const last = hashOf(
    'sha1',
    rounds('sha1', hashOf('sha1', salt, wide(password)), 50_000),
    word32(0),
  )
  const block = Buffer.alloc(64, 0x36)
  const key = hashOf('sha1', Buffer.from(block.map((byte, at) => byte ^ (last[at] ?? 0)))).subarray(
    0,
    16,
  )
  const provider = wide('Microsoft Enhanced RSA and AES Cryptographic Provider\0')
  const header = Buffer.concat([words32(0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0), provider])
  return makeCompoundFile({
    EncryptionInfo: Buffer.concat([
      Buffer.from([4, 0, 2, 0]),
      words32(0x24, header.length),
      header,
      word32(16),
      salt,
      aes('ecb', key, null, verifier),
      word32(20),
      aes('ecb', key, null, Buffer.concat([hashOf('sha1', verifier), Buffer.alloc(12)])),
    ]),
    EncryptedPackage: sized(content, aes('ecb', key, null, content)),
  })
}

const record = (type: number, body: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type)
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
}

const workbookStart = Buffer.from('00060500bb0dcc07c100000006030000', 'hex')

/** The record of one sheet: 0 is a table, 1 a sheet of Excel 4 macros. */
export function sheetRecord(name: string, kind: 0 | 1, isHidden = false): Buffer {
  const head = Buffer.from([0, 0, 0, 0, isHidden ? 1 : 0, kind, name.length, 0])
  return record(0x85, Buffer.concat([head, Buffer.from(name, 'latin1')]))
}

export const makeXls = (records: readonly Buffer[], more: SampleTree = {}): Buffer =>
  makeCompoundFile({
    Workbook: Buffer.concat([
      record(0x809, workbookStart),
      ...records,
      record(0xa, Buffer.alloc(0)),
      record(0xfc, Buffer.alloc(4_200)),
    ]),
    ...more,
  })

/** An old workbook, encrypted as Excel 97 (40 bits) or as Excel 2003 (128 bits) did. */
export function encryptedXls(
  records: readonly Buffer[],
  way: 'old' | 'new' = 'new',
  password = excelPassword,
): Buffer {
  const [salt, verifier] = [filled(16, 7), filled(16, 8)]
  const isOld = way === 'old'
  const name = isOld ? 'md5' : 'sha1'
  const first = hashOf('md5', wide(password)).subarray(0, 5)
  const base = isOld
    ? hashOf('md5', ...Array.from({ length: 16 }, () => Buffer.concat([first, salt]))).subarray(
        0,
        5,
      )
    : hashOf('sha1', salt, wide(password))
  const keyOf = (block: number) => hashOf(name, base, word32(block)).subarray(0, 16)
  const both = Buffer.concat([verifier, hashOf(name, verifier)])
  rc4(keyOf(0), both)
  const header = Buffer.concat([
    words32(4, 0, 0x6801, 0x8004, 128, 1, 0, 0),
    wide('Microsoft Enhanced Cryptographic Provider v1.0\0'),
  ])
  const pass = isOld
    ? Buffer.concat([Buffer.from([1, 0, 1, 0, 1, 0]), salt, both])
    : Buffer.concat([
        Buffer.from([1, 0, 2, 0, 2, 0]),
        words32(4, header.length),
        header,
        word32(16),
        salt,
        both.subarray(0, 16),
        word32(20),
        both.subarray(16),
      ])
  const parts = [
    record(0x809, workbookStart),
    record(0x2f, pass),
    ...records,
    record(0xa, Buffer.alloc(0)),
    record(0xfc, Buffer.alloc(4_200)),
  ]
  const plain = Buffer.concat(parts)
  const closed = Buffer.from(plain)
  for (let at = 0; at < closed.length; at += 1024)
    rc4(keyOf(at / 1024), closed.subarray(at, at + 1024))
  let at = 0
  for (const part of parts) {
    const type = part.readUInt16LE(0)
    const kept = type === 0x809 || type === 0x2f ? part.length : type === 0x85 ? 8 : 4
    plain.copy(closed, at, at, at + kept)
    at += part.length
  }
  return makeCompoundFile({ Workbook: closed })
}
