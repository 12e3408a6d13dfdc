const blockSize = 4096
const text = 0
const binary = 1
const packed = 2
/**
 * How long a run of ASCII must be to count, by the kind of its block. In 20 MB of random bytes there are
 * 50,000 runs of six, which hold a hundred names that look like hosts, and not one of twenty.
 */
const shortestRun = [0, 6, 20] as const
const lineEnd = 0x0a

/**
 * The parts of the bytes that are text, each on its own line, in the same memory: a tenth of a program is
 * left, so all that follows does a tenth of the work. With `hasControls`, blocks that are not packed count
 * too.
 */
export function keepText(bytes: Buffer, hasControls: boolean): Buffer {
  // Variables of the loop alone: those of a closure made this half of the time of large files.
  const printable = isPrintable
  let kept = 0
  let start = -1
  let startKind: number = text
  let lastKind: number = text
  for (let from = 0; from < bytes.length; from += blockSize) {
    const end = Math.min(from + blockSize, bytes.length)
    const kind = kindOf(bytes, from, end, hasControls)
    if (kind === text) {
      if (start < 0) {
        start = from
        startKind = text
      }
      lastKind = text
      continue
    }
    for (let at = from; at < end; at += 1) {
      if (printable[bytes[at] as number] === 1) {
        if (start < 0) {
          start = at
          startKind = kind
        }
        continue
      }
      if (start < 0) continue
      // A run that ends with the block before is of its kind.
      const needed = shortestRun[Math.max(startKind, at === from ? lastKind : kind) as 0 | 1 | 2]
      if (at - start >= needed) kept = keep(bytes, kept, start, at)
      start = -1
    }
    lastKind = kind
  }
  const needed = shortestRun[Math.max(startKind, lastKind) as 0 | 1 | 2]
  if (start < 0 || bytes.length - start < needed) {
    // Something was dropped after the last piece: it does not continue in what is read next.
    if (kept < bytes.length && kept > 0 && bytes[kept - 1] !== lineEnd) bytes[kept++] = lineEnd
    return bytes.subarray(0, kept === 0 ? Math.min(1, fillEnd(bytes)) : kept)
  }
  return bytes.subarray(0, keep(bytes, kept, start, bytes.length))
}

/** A single line end: the text before it is not joined with what follows. */
function fillEnd(bytes: Buffer): number {
  if (bytes.length > 0) bytes[0] = lineEnd
  return bytes.length
}

/** Between two pieces at least one byte was dropped, which makes room for the line end. */
function keep(bytes: Buffer, kept: number, start: number, end: number): number {
  let to = kept
  if (start > kept && (kept === 0 || bytes[kept - 1] !== lineEnd)) {
    bytes[to] = lineEnd
    to += 1
  }
  if (to !== start) bytes.copyWithin(to, start, end)
  return to + end - start
}

const counts = new Int32Array(256)
/** `n · log2 n`, by which the entropy of a block is a sum of 256 numbers. */
const weights = Float64Array.from({ length: blockSize + 1 }, (_, n) =>
  n > 1 ? n * Math.log2(n) : 0,
)
const shortestPacked = 512

function kindOf(
  bytes: Buffer,
  from: number,
  end: number,
  hasControls: boolean,
): typeof text | typeof binary | typeof packed {
  const found = counts.fill(0)
  for (let at = from; at < end; at += 1)
    found[bytes[at] as number] = (found[bytes[at] as number] as number) + 1
  if (isPacked(found, end - from)) return packed
  return hasControls && isBinary(found) ? binary : text
}

/**
 * Packed, encrypted and random bytes have 7.9 bits a byte in 4 KB and 7.5 in 512 bytes; text in any
 * encoding, and machine code, stay below 7.
 */
function isPacked(found: Int32Array, length: number): boolean {
  if (length < shortestPacked) return false
  let sum = 0
  for (let value = 0; value < 256; value += 1) sum += weights[found[value] as number] as number
  return Math.log2(length) - sum / length >= (length < blockSize ? 7.105 : 7.305)
}

function isBinary(found: Int32Array): boolean {
  for (let value = 0; value < 27; value += 1)
    if ((value < 9 || value > 13) && (found[value] as number) > 0) return true
  return false
}

const isPrintable = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 32 && byte < 127) || byte === 9 ? 1 : 0,
)
