import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** What a machine of WebAssembly is after long work: its memory, and what is where in it. */
export interface KeptImage {
  readonly image: Uint8Array
  readonly facts: Readonly<Record<string, unknown>>
}

const ending = '.image'
const magic = Buffer.from('ASSAYIM2')
const sumBytes = 4
const maxBytes = 256 * 1024 * 1024
/** Those that were used last: rules of the program, and of some folders. */
const maxKept = 8

/**
 * Only out of a folder of this account in which no other account can write or read, and only as it
 * was written: the content decides on verdicts. Anything else is as if there were nothing.
 */
export function readKept(folder: string, key: string): KeptImage | undefined {
  try {
    if (!isOurs(folder)) return undefined
    const path = join(folder, key + ending)
    const bytes = readOwn(path)
    const kept = bytes && unpack(bytes, key)
    if (kept) touch(path)
    return kept
  } catch {
    return undefined
  }
}

/** Whole or not at all, also with concurrent writers; failing to write it is fine. */
export function keep(folder: string, key: string, kept: KeptImage): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isOurs(folder)) return
    const path = join(folder, `${key}.${randomBytes(8).toString('hex')}`)
    try {
      writeFileSync(path, pack(kept, key), { mode: 0o600, flag: 'wx' })
      renameSync(path, join(folder, key + ending))
    } finally {
      rmSync(path, { force: true })
    }
    forgetOld(folder)
  } catch {
    // A full or read-only disk costs the next start a second, and nothing else.
  }
}

/** Where owners are unknown, as on Windows, nothing is kept. */
function isOurs(folder: string): boolean {
  const info = lstatSync(folder)
  const account = process.geteuid?.()
  return info.isDirectory() && info.uid === account && (info.mode & 0o077) === 0
}

function readOwn(path: string): Buffer | undefined {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const info = fstatSync(fd)
    const isOwn = info.uid === process.geteuid?.() && (info.mode & 0o077) === 0
    return info.isFile() && isOwn && info.size <= maxBytes ? readFileSync(fd) : undefined
  } finally {
    closeSync(fd)
  }
}

/**
 * Against disk errors and interrupted writers. Other accounts cannot enter the folder, and an
 * attacker who writes in it could write a digest as well, which would cost 15 ms of every scan.
 */
function sumOf(key: string, rest: Uint8Array): Buffer {
  const sum = Buffer.alloc(sumBytes)
  sum.writeUInt32LE(crc32(rest, crc32(key)))
  return sum
}

function pack({ image, facts }: KeptImage, key: string): Buffer {
  const text = Buffer.from(JSON.stringify(facts))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const rest = Buffer.concat([length, text, image])
  return Buffer.concat([magic, sumOf(key, rest), rest])
}

function unpack(bytes: Buffer, key: string): KeptImage | undefined {
  const start = magic.length + sumBytes
  if (bytes.length < start + 4 || !bytes.subarray(0, magic.length).equals(magic)) return undefined
  const rest = bytes.subarray(start)
  if (!sumOf(key, rest).equals(bytes.subarray(magic.length, start))) return undefined
  const length = rest.readUInt32LE()
  return {
    facts: JSON.parse(rest.toString('utf8', 4, 4 + length)),
    image: rest.subarray(4 + length),
  }
}

function touch(path: string): void {
  try {
    const now = new Date()
    utimesSync(path, now, now)
  } catch {
    // Read-only: then nothing is removed either.
  }
}

/** The eight that were used last stay; what a killed process has left is older than they are. */
function forgetOld(folder: string): void {
  const files = readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.usedAt - a.usedAt)
  for (const { path } of files.slice(maxKept)) rmSync(path, { force: true })
}
