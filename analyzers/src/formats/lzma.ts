/** Not LZMA, or truncated. */
export class DamagedLzma extends Error {}
/** More comes out of it than is allowed. */
export class TooMuchLzma extends Error {}

export interface LzmaSettings {
  /** The first byte of its properties: how many bits of which context count. */
  readonly properties: number
  readonly dictionary: number
  /** Its end; undefined when a marker in the stream says so. */
  readonly size?: number
}

const states = 12
const maxPositions = 16
const half = 1024

/**
 * The library unpacks LZMA only in front of an archive, so what is packed alone or inside an installer is
 * unpacked here.
 */
export function unpackLzma(
  packed: Buffer,
  { properties, dictionary, size }: LzmaSettings,
  maxBytes: number,
): Buffer {
  if (properties >= 9 * 5 * 5) throw new DamagedLzma('invalid settings')
  const contextBits = properties % 9
  const rest = Math.floor(properties / 9)
  const literalMask = (1 << (rest % 5)) - 1
  const positionMask = (1 << Math.floor(rest / 5)) - 1
  const window = Math.max(dictionary, 4096)

  const probabilities = (count: number) => new Uint16Array(count).fill(half)
  const isMatch = probabilities(states * maxPositions)
  const isRepeat = probabilities(states)
  const isRepeat0 = probabilities(states)
  const isRepeat1 = probabilities(states)
  const isRepeat2 = probabilities(states)
  const isLongRepeat0 = probabilities(states * maxPositions)
  const slots = probabilities(4 * 64)
  const special = probabilities(128)
  const aligned = probabilities(16)
  const literals = probabilities(0x300 << (contextBits + (rest % 5)))
  const lengths = () => ({
    choice: probabilities(2),
    low: probabilities(maxPositions * 8),
    middle: probabilities(maxPositions * 8),
    high: probabilities(256),
  })
  const matchLengths = lengths()
  const repeatLengths = lengths()

  let at = 5
  if (packed.length < 5 || packed[0] !== 0) throw new DamagedLzma('invalid header')
  let code = packed.readUInt32BE(1)
  let range = 0xffffffff

  const normalize = () => {
    if (range >= 0x1000000) return
    if (at >= packed.length) throw new DamagedLzma('truncated')
    range = (range << 8) >>> 0
    code = ((code << 8) | (packed[at] as number)) >>> 0
    at += 1
  }
  const bit = (table: Uint16Array, index: number): number => {
    normalize()
    const chance = table[index] as number
    const bound = (range >>> 11) * chance
    if (code < bound) {
      range = bound
      table[index] = chance + ((2048 - chance) >> 5)
      return 0
    }
    range = (range - bound) >>> 0
    code = (code - bound) >>> 0
    table[index] = chance - (chance >> 5)
    return 1
  }
  const direct = (count: number): number => {
    let value = 0
    for (let left = count; left > 0; left -= 1) {
      normalize()
      range >>>= 1
      const isOne = code >= range
      if (isOne) code = (code - range) >>> 0
      value = value * 2 + (isOne ? 1 : 0)
    }
    return value
  }
  const tree = (table: Uint16Array, start: number, bits: number): number => {
    let index = 1
    for (let left = bits; left > 0; left -= 1) index = (index << 1) | bit(table, start + index)
    return index - (1 << bits)
  }
  const reversed = (table: Uint16Array, start: number, bits: number): number => {
    let [index, value] = [1, 0]
    for (let place = 0; place < bits; place += 1) {
      const one = bit(table, start + index)
      index = (index << 1) | one
      value |= one << place
    }
    return value
  }
  const lengthOf = (table: ReturnType<typeof lengths>, position: number): number => {
    if (bit(table.choice, 0) === 0) return tree(table.low, position * 8, 3)
    if (bit(table.choice, 1) === 0) return 8 + tree(table.middle, position * 8, 3)
    return 16 + tree(table.high, 0, 8)
  }

  let output = Buffer.alloc(Math.min(maxBytes, size ?? 65_536, 65_536) + 1)
  let length = 0
  const room = (more: number) => {
    // guard: lzma.test.ts
    if (length + more > maxBytes) throw new TooMuchLzma(`larger than ${maxBytes} bytes`)
    if (length + more <= output.length) return
    const larger = Buffer.alloc(Math.min(Math.max(output.length * 2, length + more), maxBytes))
    output.copy(larger, 0, 0, length)
    output = larger
  }
  const literal = (state: number, distance: number): void => {
    room(1)
    const before = length === 0 ? 0 : (output[length - 1] as number)
    const context = ((length & literalMask) << contextBits) + (before >> (8 - contextBits))
    const start = 0x300 * context
    let symbol = 1
    if (state >= 7) {
      let matched = output[length - distance - 1] as number
      while (symbol < 0x100) {
        const expected = (matched >> 7) & 1
        matched = (matched << 1) & 0xff
        const one = bit(literals, start + ((1 + expected) << 8) + symbol)
        symbol = (symbol << 1) | one
        if (expected !== one) break
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, start + symbol)
    output[length] = symbol & 0xff
    length += 1
  }
  const distanceOf = (matchLength: number): number => {
    const slot = tree(slots, Math.min(matchLength, 3) * 64, 6)
    if (slot < 4) return slot
    const bits = (slot >> 1) - 1
    const base = (2 | (slot & 1)) * 2 ** bits
    if (slot < 14) return base + reversed(special, base - slot, bits)
    return base + direct(bits - 4) * 16 + reversed(aligned, 0, 4)
  }

  let state = 0
  let [last, second, third, fourth] = [0, 0, 0, 0]
  while (size === undefined || length < size) {
    const position = length & positionMask
    if (bit(isMatch, state * maxPositions + position) === 0) {
      literal(state, last)
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6
      continue
    }
    let run: number
    if (bit(isRepeat, state) === 0) {
      ;[fourth, third, second] = [third, second, last]
      run = lengthOf(matchLengths, position)
      last = distanceOf(run)
      // The end marker.
      if (last === 0xffffffff) break
      state = state < 7 ? 7 : 10
    } else {
      if (length === 0) throw new DamagedLzma('invalid back-reference')
      if (bit(isRepeat0, state) === 0) {
        if (bit(isLongRepeat0, state * maxPositions + position) === 0) {
          state = state < 7 ? 9 : 11
          if (last >= length) throw new DamagedLzma('invalid back-reference')
          room(1)
          output[length] = output[length - last - 1] as number
          length += 1
          continue
        }
      } else if (bit(isRepeat1, state) === 0) [last, second] = [second, last]
      else if (bit(isRepeat2, state) === 0) [last, second, third] = [third, last, second]
      else [last, second, third, fourth] = [fourth, last, second, third]
      run = lengthOf(repeatLengths, position)
      state = state < 7 ? 8 : 11
    }
    if (last >= length || last >= window) throw new DamagedLzma('invalid back-reference')
    const count = Math.min(run + 2, size === undefined ? run + 2 : size - length)
    room(count)
    for (let copied = 0; copied < count; copied += 1) {
      output[length] = output[length - last - 1] as number
      length += 1
    }
  }
  return output.subarray(0, length)
}
