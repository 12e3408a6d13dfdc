import { DamagedLzma, TooMuchLzma, unpackLzma } from '../formats/lzma.ts'
import { DamagedSzdd, kwajName, unpackKwaj, unpackSzdd } from '../formats/szdd.ts'
import { Unreadable } from './libarchive.ts'
import { type Member, memberOf, TooLarge } from './member.ts'

/** One file, packed alone in a form that no library here reads. */
export type SmallForm = 'szdd' | 'kwaj' | 'lzma' | 'lzip' | 'uu'

export const isSmallForm = (form: string): form is SmallForm =>
  ['szdd', 'kwaj', 'lzma', 'lzip', 'uu'].includes(form)

export function smallMember(form: SmallForm, bytes: Buffer, filename: string): Member {
  const path = nameOf(form, bytes, filename)
  return {
    ...memberOf(path, Buffer.alloc(0)),
    isPackedAlone: true,
    async read(maxBytes) {
      const content = readable(() => contentOf(form, bytes, maxBytes))
      return memberOf(path, content).read(maxBytes)
    },
  }
}

/** `SETUP.EX_` and a character in the header are `SETUP.EXE`; others contain their name. */
function nameOf(form: SmallForm, bytes: Buffer, filename: string): string {
  if (form === 'uu')
    return /^begin\S{0,7} \d{3,4} ([^\r\n]{1,200})/.exec(start(bytes))?.[1] ?? 'file'
  if (form === 'szdd') {
    const letter = bytes[9] ?? 0
    const isLetter = letter > 32 && letter < 127 && bytes.toString('latin1', 0, 4) === 'SZDD'
    const last = isLetter ? String.fromCharCode(letter) : ''
    return filename.endsWith('_') ? filename.slice(0, -1) + last.toLowerCase() : filename
  }
  if (form === 'kwaj') {
    try {
      return kwajName(bytes) || filename
    } catch (error) {
      if (error instanceof DamagedSzdd) return filename
      throw error
    }
  }
  return filename.replace(/\.t(?:lz|lzma)$/i, '.tar').replace(/\.(?:lzma|lz)$/i, '') || 'file'
}

const start = (bytes: Buffer) => bytes.toString('latin1', 0, 400)

function contentOf(form: SmallForm, bytes: Buffer, maxBytes: number): Buffer {
  if (form === 'szdd') return unpackSzdd(bytes, maxBytes)
  if (form === 'kwaj') return unpackKwaj(bytes, maxBytes)
  if (form === 'uu') return fromUu(bytes)
  if (form === 'lzip') return fromLzip(bytes, maxBytes)
  const [low, high] = [bytes.readUInt32LE(5), bytes.readUInt32LE(9)]
  const size = high === 0xffff_ffff ? undefined : low + high * 2 ** 32
  if (size !== undefined && size > maxBytes) throw new TooMuchLzma(`file has ${size} bytes`)
  const settings = { properties: bytes[0] as number, dictionary: bytes.readUInt32LE(1) }
  return unpackLzma(
    bytes.subarray(13),
    size === undefined ? settings : { ...settings, size },
    maxBytes,
  )
}

/** Files follow each other; each states its length at its end. */
function fromLzip(bytes: Buffer, maxBytes: number): Buffer {
  const members: Buffer[] = []
  for (let end = bytes.length; end > 0; ) {
    const size = end < 36 ? 0 : Number(bytes.readBigUInt64LE(end - 8))
    if (size < 36 || size > end || bytes.toString('latin1', end - size, end - size + 4) !== 'LZIP')
      throw new DamagedLzma('corrupt or truncated')
    members.unshift(bytes.subarray(end - size, end))
    end -= size
  }
  let left = maxBytes
  return Buffer.concat(
    members.map((member) => {
      const code = member[5] as number
      const dictionary = 2 ** (code & 31) - (2 ** (code & 31) / 16) * (code >> 5)
      const size = Number(member.readBigUInt64LE(member.length - 16))
      // guard: small-forms.test.ts
      if (size > left) throw new TooMuchLzma(`larger than ${maxBytes} bytes`)
      left -= size
      return unpackLzma(member.subarray(6, -20), { properties: 0x5d, dictionary, size }, size)
    }),
  )
}

function fromUu(bytes: Buffer): Buffer {
  const [first = '', ...lines] = bytes.toString('latin1').split(/\r?\n/)
  const end = lines.findIndex((line) => line === 'end' || line === '====')
  if (end < 0) throw new DamagedLzma('truncated')
  const rows = lines.slice(0, end)
  if (first.startsWith('begin-base64')) return Buffer.from(rows.join(''), 'base64')
  return Buffer.concat(rows.map(uuLine))
}

function uuLine(line: string): Buffer {
  const length = (line.charCodeAt(0) - 32) & 63
  const found: number[] = []
  for (let at = 1; at < line.length && found.length < length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = [0, 1, 2, 3].map((n) =>
      at + n < line.length ? (line.charCodeAt(at + n) - 32) & 63 : 0,
    )
    found.push((a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d)
  }
  return Buffer.from(found.slice(0, length))
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMuchLzma) throw new TooLarge(error.message)
    if (error instanceof DamagedSzdd || error instanceof DamagedLzma)
      throw new Unreadable(error.message)
    if (error instanceof RangeError) throw new Unreadable('truncated')
    throw error
  }
}
