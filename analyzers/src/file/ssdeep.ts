/**
 * The ssdeep hash (context triggered piecewise hashing): a rolling sum over seven bytes decides where a
 * piece ends, and each piece is one character. Written from the published algorithm; the format is that of
 * version 2.14.
 */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digestLength = 64
const halfLength = digestLength / 2
const maxLevels = 31
const window = 7
/** Of a piece only six bits count, so the sum of a piece never needs more. */
const startOfPiece = 0x28021967 & 63
const primeBits = 0x01000193 & 63

const blockSize = (level: number) => 3 * 2 ** level

export interface Ssdeep {
  add(chunk: Uint8Array): void
  /** Undefined where the guess was wrong: it has so few pieces that a smaller block size is needed. */
  digest(): string | undefined
}

/**
 * The size must be that of all chunks together: it says which block sizes are too small to be of use. `guess` leaves
 * out those that only odd files need, which is half of the work.
 */
export function createSsdeep(size: number, guess = false): Ssdeep {
  let fitting = 0
  while (blockSize(fitting) * digestLength < size) fitting += 1
  // The digest is of the fitting one or a smaller one, and of the one above it.
  const needed = Math.min(maxLevels, fitting + 2)
  const recent = new Uint8Array(window)
  let [h1, h2, h3] = [0, 0, 0]
  // For each block size: the sum of the piece, that of its half, and the characters of finished
  // pieces.
  const sums = new Uint8Array(maxLevels)
  const halfSums = new Uint8Array(maxLevels)
  const counts = new Uint8Array(maxLevels)
  const digests = Array.from({ length: maxLevels }, () => new Int8Array(digestLength).fill(-1))
  const halves = new Int8Array(maxLevels).fill(-1)
  /** How far into the chunk its sum goes. */
  const summed = new Int32Array(maxLevels)
  const first = guess ? Math.max(0, fitting - 1) : 0
  let [low, high] = [first, first + 1]
  sums[first] = startOfPiece
  halfSums[first] = startOfPiece

  /** The last seven bytes, the oldest first. */
  function keepRecent(chunk: Uint8Array) {
    if (chunk.length < window) recent.copyWithin(0, chunk.length)
    recent.set(
      chunk.subarray(Math.max(0, chunk.length - window)),
      Math.max(0, window - chunk.length),
    )
  }

  function startNext() {
    if (high >= needed) return
    sums[high] = sums[high - 1] as number
    halfSums[high] = halfSums[high - 1] as number
    summed[high] = summed[high - 1] as number
    high += 1
  }
  /** The smallest has all its characters: it is dropped once the next is sure to be long enough. */
  function leaveOut() {
    if (high - low < 2 || blockSize(low) * digestLength >= size) return
    if ((counts[low + 1] as number) >= halfLength) low += 1
  }
  /** `third` is a third of the rolling sum and one: a block size is three times a power of two. */
  function endPieces(chunk: Uint8Array, end: number, third: number) {
    for (let level = low; level < high; level += 1) {
      if ((third & ((1 << level) - 1)) !== 0) return
      sumUp(chunk, level, end)
      const count = counts[level] as number
      if (count === 0) startNext()
      const digest = digests[level] as Int8Array
      digest[count] = sums[level] as number
      halves[level] = halfSums[level] as number
      if (count < digestLength - 1) {
        counts[level] = count + 1
        sums[level] = startOfPiece
        if (count + 1 < halfLength) {
          halfSums[level] = startOfPiece
          halves[level] = -1
        }
      } else leaveOut()
    }
  }
  /** Only at the end of a piece or chunk: a loop over one sum is three times as fast as one over all. */
  function sumUp(chunk: Uint8Array, level: number, end: number) {
    const from = summed[level] as number
    summed[level] = end
    const isHalfSame = (counts[level] as number) < halfLength
    sums[level] = pieceSum(chunk, from, end, sums[level] as number)
    halfSums[level] = isHalfSame
      ? (sums[level] as number)
      : pieceSum(chunk, from, end, halfSums[level] as number)
  }

  return {
    add(chunk) {
      // Variables of the loop alone: those of the closure make it many times as slow.
      let [one, two, three] = [h1, h2, h3]
      let mask = (1 << low) - 1
      summed.fill(0)
      // Preceded by the previous ones: looking up the oldest one in the loop costs a third of it.
      const bytes = new Uint8Array(window + chunk.length)
      bytes.set(recent)
      bytes.set(chunk, window)
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = bytes[at + window] as number
        two = (two - one + window * byte) | 0
        one = (one + byte - (bytes[at] as number)) | 0
        three = (three << 5) ^ byte
        // A piece ends where the sum and one are a multiple of three times a power of two. That power alone
        // is a look at the last bits, and spares nearly all bytes the division.
        const next = (one + two + three + 1) | 0
        if ((next & mask) !== 0) continue
        const sum = (next - 1) >>> 0
        if (sum % 3 !== 2) continue
        endPieces(chunk, at + 1, ((sum - 2) / 3 + 1) | 0)
        mask = (1 << low) - 1
      }
      for (let level = low; level < high; level += 1) sumUp(chunk, level, chunk.length)
      keepRecent(chunk)
      ;[h1, h2, h3] = [one, two, three]
    },
    digest() {
      let level = Math.min(Math.max(low, fitting), high - 1)
      while (level > low && (counts[level] as number) < halfLength) level -= 1
      if (level === first && first > 0 && (counts[level] as number) < halfLength) return undefined
      const hasRest = (h1 + h2 + h3) >>> 0 !== 0
      const text =
        textOf(digests[level], counts[level]) +
        rest(hasRest, sums[level], digests[level]?.[counts[level] as number])
      return `${blockSize(level)}:${text}:${second(level, hasRest)}`
    },
  }

  function second(level: number, hasRest: boolean): string {
    if (level >= high - 1) return hasRest ? letterOf(sums[level]) : ''
    const above = level + 1
    const count = Math.min(counts[above] as number, halfLength - 1)
    return textOf(digests[above], count) + rest(hasRest, halfSums[above], halves[above])
  }
}

/** Only the last six bits count, and they depend on no others: nothing is cut off before the end. */
function pieceSum(chunk: Uint8Array, from: number, end: number, start: number): number {
  let sum = start
  for (let at = from; at < end; at += 1) sum = Math.imul(sum, primeBits) ^ (chunk[at] as number)
  return sum & 63
}

const letterOf = (sum: number | undefined) => letters[sum ?? 0] as string

const textOf = (digest: Int8Array | undefined, count: number | undefined) =>
  Array.from(digest?.subarray(0, count) ?? [], letterOf).join('')

/** What follows the last piece: its sum so far, or the character of the last position. */
const rest = (hasRest: boolean, sum: number | undefined, last: number | undefined) =>
  hasRest ? letterOf(sum) : last === undefined || last < 0 ? '' : letterOf(last)
