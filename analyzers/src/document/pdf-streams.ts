import { constants, inflateRawSync, inflateSync } from 'node:zlib'
import { type Dictionary, nameOf, type Value } from './pdf-values.ts'

/** Of one stream, unpacked. */
export const maxStream = 16 * 1024 * 1024
/** Of deflate: no stream becomes more than that many times its length. */
export const bestRatio = 1032

/** Undefined for image compressions, and for data that cannot be unpacked within the limit. */
export function decodeStream(
  dictionary: Dictionary,
  raw: Buffer,
  maxBytes: number,
): Buffer | undefined {
  const filter = dictionary.get('Filter') ?? dictionary.get('F')
  const filters: readonly (Value | undefined)[] = Array.isArray(filter) ? filter : [filter]
  // Each may be packed again; honest ones are packed twice at most.
  if (filters.length > 8) return undefined
  let data: Buffer | undefined = raw
  for (const one of filters) {
    if (!data) return undefined
    const name = nameOf(one)
    if (name !== '') data = decoders.get(name)?.(data, maxBytes)
  }
  return data && data.length <= maxBytes ? data : undefined
}

const decoders = new Map<string, (data: Buffer, maxBytes: number) => Buffer | undefined>([
  ['FlateDecode', inflated],
  ['Fl', inflated],
  ['ASCIIHexDecode', fromHex],
  ['AHx', fromHex],
  ['ASCII85Decode', from85],
  ['A85', from85],
])

function inflated(data: Buffer, maxOutputLength: number): Buffer | undefined {
  const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
  try {
    return inflateSync(data, options)
  } catch {
    try {
      // Readers ignore a checksum that is wrong on purpose.
      return inflateRawSync(data.subarray(2), options)
    } catch {
      return undefined
    }
  }
}

function fromHex(given: Buffer, maxBytes: number): Buffer {
  const data = given.subarray(0, 4 * maxBytes)
  const end = data.indexOf(0x3e)
  const digits = data.toString('latin1', 0, end < 0 ? data.length : end).replace(/[^0-9a-f]/gi, '')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

function from85(data: Buffer, maxBytes: number): Buffer {
  // One character may stand for four zeros.
  const out = Buffer.alloc(Math.min(data.length * 4, maxBytes) + 8)
  let length = 0
  let group: number[] = []
  const flush = (count: number) => {
    let value = 0
    for (const digit of group) value = value * 85 + digit
    const word = Buffer.alloc(4)
    word.writeUInt32BE(value % 2 ** 32)
    length += word.copy(out, length, 0, count)
    group = []
  }
  for (const byte of data) {
    if (byte === 0x7e || length > maxBytes) break
    if (byte === 0x7a && group.length === 0) {
      out.fill(0, length, length + 4)
      length += 4
    } else if (byte >= 33 && byte <= 117) {
      group.push(byte - 33)
      if (group.length === 5) flush(4)
    }
  }
  const rest = group.length
  if (rest > 1) {
    while (group.length < 5) group.push(84)
    flush(rest - 1)
  }
  return out.subarray(0, length)
}
