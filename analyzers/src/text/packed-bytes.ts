import { entropyOfBytes } from '../formats/entropy.ts'

const blockSize = 4096
const text = 0
const binary = 1
const packed = 2
/**
 * How long a run of ASCII must be to count, by the kind of its block. In 20 MB of random bytes there are
 * 50,000 runs of six, which hold a hundred names that look like hosts, and not one of twenty.
 */
const shortestRun = [0, 6, 20] as const

/** Blanks what is no text; with `hasControls` also in blocks that are not packed. */
export function blankPackedBytes(bytes: Buffer, hasControls: boolean): Buffer {
  const kinds: (typeof text | typeof binary | typeof packed)[] = []
  for (let at = 0; at < bytes.length; at += blockSize) {
    const block = bytes.subarray(at, at + blockSize)
    kinds.push(isPacked(block) ? packed : hasControls && isBinary(block) ? binary : text)
  }
  const kindAt = (at: number) => kinds[Math.floor(at / blockSize)] ?? packed
  let start = -1
  const endRun = (end: number) => {
    const needed = shortestRun[Math.max(kindAt(start), kindAt(end - 1)) as 0 | 1 | 2]
    // A few bytes, ten million times: `fill` would cost more than all the rest.
    if (end - start < needed) for (let at = start; at < end; at += 1) bytes[at] = 0x0a
    start = -1
  }
  // Block by block: a look at the kind for every byte was half of the time of large files.
  for (const [index, kind] of kinds.entries()) {
    const from = index * blockSize
    const end = Math.min(from + blockSize, bytes.length)
    if (kind === text) {
      if (start < 0) start = from
      continue
    }
    for (let at = from; at < end; at += 1) {
      if (isPrintable[bytes[at] as number]) {
        if (start < 0) start = at
        continue
      }
      if (start >= 0) endRun(at)
      bytes[at] = 0x0a
    }
  }
  if (start >= 0) endRun(bytes.length)
  return bytes
}

/**
 * Packed, encrypted and random bytes have 7.9 bits a byte in 4 KB and 7.5 in 512 bytes; text in any
 * encoding, and machine code, stay below 7.
 */
function isPacked(block: Buffer): boolean {
  if (block.length < 512) return false
  return entropyOfBytes(block) > (block.length < blockSize ? 7.1 : 7.3)
}

const isPrintable = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 32 && byte < 127) || byte === 9 ? 1 : 0,
)

function isBinary(block: Buffer): boolean {
  for (let at = 0; at < block.length; at += 1) {
    const byte = block[at] as number
    if (byte < 9 || (byte > 13 && byte < 27)) return true
  }
  return false
}
