/** More comes out of it than is allowed. */
export class TooMuch extends Error {}
/** Not Deflate64, or truncated. */
export class DamagedStream extends Error {}

/** Deflate with a window of 64 KB and matches of up to 65,538 bytes: what Windows packs large files with. */
export const inflate64 = (packed: Uint8Array, maxBytes: number): Buffer =>
  inflateOf('deflate64', packed, maxBytes)

/** That of NSIS is Deflate whose blocks that are not packed say their length only once. */
type Kind = 'deflate64' | 'nsis'

export function inflateOf(kind: Kind, packed: Uint8Array, maxBytes: number): Buffer {
  const bits = bitReader(packed)
  const output = growing(maxBytes)
  for (let isLast = false; !isLast; ) {
    isLast = bits.take(1) === 1
    const form = bits.take(2)
    if (form === 0) stored(bits, output, kind)
    else if (form === 1) compressed(bits, output, fixedTables(), kind)
    else if (form === 2) compressed(bits, output, ownTables(bits), kind)
    else throw new DamagedStream('unknown block type')
  }
  return output.result()
}

type Bits = ReturnType<typeof bitReader>
type Output = ReturnType<typeof growing>

function bitReader(bytes: Uint8Array) {
  let [at, held, count] = [0, 0, 0]
  return {
    take(wanted: number): number {
      while (count < wanted) {
        if (at >= bytes.length) throw new DamagedStream('truncated')
        held += (bytes[at] as number) * 2 ** count
        at += 1
        count += 8
      }
      const size = 2 ** wanted
      const value = held % size
      held = (held - value) / size
      count -= wanted
      return value
    },
    /** To the next whole byte. */
    align() {
      this.take(count % 8)
    },
  }
}

function growing(maxBytes: number) {
  let bytes = Buffer.alloc(65_536)
  let length = 0
  function room(more: number) {
    // guard: inflate64.test.ts
    if (length + more > maxBytes) throw new TooMuch(`larger than ${maxBytes} bytes`)
    if (length + more <= bytes.length) return
    const larger = Buffer.alloc(Math.max(bytes.length * 2, length + more))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
  }
  return {
    add(byte: number) {
      room(1)
      bytes[length] = byte
      length += 1
    },
    /** A match may overlap what it writes, so byte by byte. */
    repeat(distance: number, count: number) {
      if (distance > length) throw new DamagedStream('invalid back-reference')
      room(count)
      for (let left = count; left > 0; left -= 1) {
        bytes[length] = bytes[length - distance] as number
        length += 1
      }
    },
    result: () => bytes.subarray(0, length),
  }
}

function stored(bits: Bits, output: Output, kind: Kind) {
  bits.align()
  const length = bits.take(16)
  if (kind === 'deflate64' && (length ^ 0xffff) !== bits.take(16))
    throw new DamagedStream('invalid block length')
  for (let left = length; left > 0; left -= 1) output.add(bits.take(8))
}

interface Codes {
  /** How many codes there are of each length, and their symbols in order. */
  readonly counts: Uint16Array
  readonly symbols: Uint16Array
}

function codesOf(lengths: readonly number[]): Codes {
  const counts = new Uint16Array(16)
  for (const length of lengths) counts[length] = (counts[length] as number) + 1
  counts[0] = 0
  const starts = new Uint16Array(17)
  let free = 1
  for (let length = 1; length < 16; length += 1) {
    starts[length + 1] = (starts[length] as number) + (counts[length] as number)
    free = free * 2 - (counts[length] as number)
    if (free < 0) throw new DamagedStream('invalid code table')
  }
  const symbols = new Uint16Array(lengths.length)
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    symbols[starts[length] as number] = symbol
    starts[length] = (starts[length] as number) + 1
  }
  return { counts, symbols }
}

function symbolOf(bits: Bits, { counts, symbols }: Codes): number {
  let [code, first, index] = [0, 0, 0]
  for (let length = 1; length < 16; length += 1) {
    code += bits.take(1)
    const count = counts[length] as number
    if (code - first < count) return symbols[index + code - first] as number
    index += count
    first = (first + count) * 2
    code *= 2
  }
  throw new DamagedStream('unknown code')
}

interface Tables {
  readonly literals: Codes
  readonly distances: Codes
}

const repeated = (length: number, count: number) => Array.from({ length: count }, () => length)

const fixedTables = (): Tables => ({
  literals: codesOf([
    ...repeated(8, 144),
    ...repeated(9, 112),
    ...repeated(7, 24),
    ...repeated(8, 8),
  ]),
  distances: codesOf(repeated(5, 32)),
})

const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

function ownTables(bits: Bits): Tables {
  const [literals, distances, written] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4]
  const ofLengths = repeated(0, 19)
  for (const place of lengthOrder.slice(0, written)) ofLengths[place] = bits.take(3)
  const codes = codesOf(ofLengths)
  const lengths: number[] = []
  while (lengths.length < literals + distances) {
    const symbol = symbolOf(bits, codes)
    if (symbol < 16) lengths.push(symbol)
    else if (symbol === 16) {
      const last = lengths.at(-1)
      if (last === undefined) throw new DamagedStream('invalid back-reference')
      lengths.push(...repeated(last, bits.take(2) + 3))
    } else lengths.push(...repeated(0, symbol === 17 ? bits.take(3) + 3 : bits.take(7) + 11))
  }
  if (lengths.length > literals + distances) throw new DamagedStream('too many codes')
  return {
    literals: codesOf(lengths.slice(0, literals)),
    distances: codesOf(lengths.slice(literals)),
  }
}

/** Of plain Deflate. */
const longest = [258, 0] as const

/** Of 286 and 257 upwards; the last is what differs from Deflate. */
const lengthBases: readonly (readonly [base: number, extra: number])[] = [
  ...Array.from({ length: 8 }, (_, at) => [at + 3, 0] as const),
  ...Array.from({ length: 20 }, (_, at) => {
    const extra = 1 + (at >> 2)
    return [3 + (4 + (at & 3)) * 2 ** extra, extra] as const
  }),
  [3, 16],
]

const distanceBases: readonly (readonly [base: number, extra: number])[] = Array.from(
  { length: 32 },
  (_, at) => {
    const extra = Math.max(0, (at >> 1) - 1)
    return at < 2 ? [at + 1, 0] : [1 + (2 + (at & 1)) * 2 ** extra, extra]
  },
)

function compressed(bits: Bits, output: Output, { literals, distances }: Tables, kind: Kind) {
  for (;;) {
    const symbol = symbolOf(bits, literals)
    if (symbol < 256) output.add(symbol)
    else if (symbol === 256) return
    else {
      const isLongest = symbol === 285 && kind === 'nsis'
      const length = isLongest ? longest : lengthBases[symbol - 257]
      if (!length) throw new DamagedStream('unknown length')
      const count = length[0] + bits.take(length[1])
      const [base, extra] = distanceBases[symbolOf(bits, distances)] as readonly [number, number]
      output.repeat(base + bits.take(extra), count)
    }
  }
}
