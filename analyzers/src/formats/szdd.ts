/** Damaged, or compressed in an unsupported way. */
export class DamagedSzdd extends Error {}

/** What `compress.exe` of DOS and old Windows made of one file: `SETUP.EX_`. */
export function unpackSzdd(bytes: Buffer, maxBytes: number): Buffer {
  const isQbasic = bytes.toString('latin1', 0, 3) === 'SZ '
  const head = isQbasic ? 12 : 14
  if (bytes.length < head) throw new DamagedSzdd('truncated')
  if (!isQbasic && bytes[8] !== 0x41) throw new DamagedSzdd('unknown compression')
  const size = bytes.readUInt32LE(isQbasic ? 8 : 10)
  return unpackLzss(bytes.subarray(head), size, maxBytes, isQbasic ? 18 : 16)
}

/**
 * Bits say which of the next eight are literals, and which are offsets into the last 4 KB with a
 * length.
 */
function unpackLzss(packed: Buffer, size: number, maxBytes: number, back: number): Buffer {
  // guard: szdd.test.ts
  if (size > maxBytes) throw new DamagedSzdd(`larger than ${maxBytes} bytes`)
  // Nine bytes in front become 8 × 18 at most.
  if (size > packed.length * 16 + 16) throw new DamagedSzdd('truncated')
  const output = Buffer.alloc(size)
  const window = Buffer.alloc(4096, 0x20)
  let [at, length, place] = [0, 0, 4096 - back]
  const put = (byte: number) => {
    if (length < size) output[length] = byte
    length += 1
    window[place] = byte
    place = (place + 1) & 4095
  }
  while (length < size) {
    if (at >= packed.length) throw new DamagedSzdd('truncated')
    const flags = packed[at++] as number
    for (let bit = 0; bit < 8 && length < size; bit += 1) {
      if (flags & (1 << bit)) {
        if (at >= packed.length) throw new DamagedSzdd('truncated')
        put(packed[at++] as number)
        continue
      }
      if (at + 1 >= packed.length) throw new DamagedSzdd('truncated')
      const [low, high] = [packed[at] as number, packed[at + 1] as number]
      at += 2
      const from = low | ((high & 0xf0) << 4)
      for (let n = 0; n < (high & 15) + 3; n += 1) put(window[(from + n) & 4095] as number)
    }
  }
  return output
}

const nameFlag = 8
const extensionFlag = 16

function kwajHeader(bytes: Buffer) {
  if (bytes.length < 14) throw new DamagedSzdd('truncated')
  const [method, start, flags] = [
    bytes.readUInt16LE(8),
    bytes.readUInt16LE(10),
    bytes.readUInt16LE(12),
  ]
  let at = 14
  const size = flags & 1 && bytes.length >= 18 ? bytes.readUInt32LE(at) : undefined
  at += (flags & 1 ? 4 : 0) + (flags & 2 ? 2 : 0)
  if (flags & 4 && at + 2 <= bytes.length) at += 2 + bytes.readUInt16LE(at)
  const text = (most: number) => {
    const end = bytes.indexOf(0, at)
    const found = bytes.toString('latin1', at, Math.min(end < 0 ? at + most : end, at + most))
    at += found.length + 1
    return found
  }
  const stem = flags & nameFlag ? text(8) : ''
  const name = flags & extensionFlag ? `${stem}.${text(3)}` : stem
  return { method, size, name, packed: bytes.subarray(start) }
}

export const kwajName = (bytes: Buffer): string => kwajHeader(bytes).name

/** Its younger brother, with the name in the header; three of its five ways are read. */
export function unpackKwaj(bytes: Buffer, maxBytes: number): Buffer {
  const { method, size, packed } = kwajHeader(bytes)
  if (method === 0 || method === 1) {
    if (size !== undefined && packed.length < size) throw new DamagedSzdd('truncated')
    if (packed.length > maxBytes) throw new DamagedSzdd(`larger than ${maxBytes} bytes`)
    return method === 0 ? packed : Buffer.from(packed.map((byte) => byte ^ 0xff))
  }
  if (method === 2 && size !== undefined) return unpackLzss(packed, size, maxBytes, 16)
  throw new DamagedSzdd(`KWAJ method ${method} is not supported`)
}
