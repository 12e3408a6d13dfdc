import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ZipEntry } from '../formats/zip.ts'

/** The packed bytes; undefined where the password is certainly wrong. */
export function decrypt(entry: ZipEntry, packed: Buffer, password: string): Buffer | undefined {
  return entry.aes
    ? decryptAes(entry.aes.strength, packed, password)
    : decryptTraditional(entry.checkByte, packed, password)
}

/** The cipher of PKWARE from 1989. One byte is checked: every 256th wrong password passes. */
function decryptTraditional(checkByte: number, packed: Buffer, password: string) {
  let key0 = 0x12345678
  let key1 = 0x23456789
  let key2 = 0x34567890
  const update = (byte: number) => {
    key0 = crcStep(key0, byte)
    key1 = (Math.imul((key1 + (key0 & 0xff)) | 0, 134_775_813) + 1) | 0
    key2 = crcStep(key2, key1 >>> 24)
  }
  const step = (byte: number) => {
    const temp = (key2 | 2) & 0xffff
    const plain = byte ^ ((Math.imul(temp, temp ^ 1) >>> 8) & 0xff)
    update(plain)
    return plain
  }
  for (const byte of Buffer.from(password)) update(byte)
  let last = -1
  for (let at = 0; at < 12; at += 1) last = step(packed[at] ?? 0)
  if (last !== checkByte) return undefined
  const plain = Buffer.alloc(Math.max(0, packed.length - 12))
  for (let at = 0; at < plain.length; at += 1) plain[at] = step(packed[at + 12] as number)
  return plain
}

const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

const crcStep = (crc: number, byte: number) =>
  (crcTable[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)

/** WinZip's: salt, two bytes to check the password, content, ten bytes that prove it whole. */
function decryptAes(strength: number, packed: Buffer, password: string): Buffer | undefined {
  const keyLength = [16, 24, 32][strength - 1]
  if (keyLength === undefined) return undefined
  const saltLength = keyLength / 2
  if (packed.length < saltLength + 12) return undefined
  const derived = pbkdf2Sync(
    password,
    packed.subarray(0, saltLength),
    1000,
    2 * keyLength + 2,
    'sha1',
  )
  const check = packed.subarray(saltLength, saltLength + 2)
  if (!derived.subarray(2 * keyLength).equals(check)) return undefined
  const content = packed.subarray(saltLength + 2, packed.length - 10)
  const proof = createHmac('sha1', derived.subarray(keyLength, 2 * keyLength))
    .update(content)
    .digest()
    .subarray(0, 10)
  if (!timingSafeEqual(proof, packed.subarray(packed.length - 10))) return undefined
  return counted(content, derived.subarray(0, keyLength))
}

const blocksAtOnce = 4096

/** Counter mode whose counter grows from its first byte, which is not the way of OpenSSL. */
function counted(content: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false)
  const plain = Buffer.from(content)
  for (let from = 0; from < plain.length; from += blocksAtOnce * 16) {
    const counters = Buffer.alloc(blocksAtOnce * 16)
    for (let block = 0; block < blocksAtOnce; block += 1)
      counters.writeUInt32LE(from / 16 + block + 1, block * 16)
    const mask = cipher.update(counters)
    const end = Math.min(plain.length, from + mask.length)
    for (let at = from; at < end; at += 1)
      plain[at] = (plain[at] as number) ^ (mask[at - from] as number)
  }
  return plain
}

/** AES proves the content itself, and may leave the sum out. */
export const isSound = (entry: ZipEntry, content: Buffer): boolean =>
  (entry.aes !== undefined && entry.crc === 0) || crc32(content) === entry.crc
