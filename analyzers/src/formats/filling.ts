import type { RandomAccess } from './random-access.ts'

const windowLength = 64 * 1024

/** Zeros are skipped in pages, and are half of each space in UTF-16. */
const isFilling = (byte: number) => byte === 0 || byte === 0x20 || (byte >= 9 && byte <= 13)

/**
 * Where content begins after spaces, empty lines and zeros; undefined where the first `maxBytes` hold
 * nothing else.
 */
export async function behindFilling(
  file: RandomAccess,
  { from, maxBytes }: { from: number; maxBytes: number },
): Promise<number | undefined> {
  const end = Math.min(file.size, maxBytes)
  for (let at = from; at < end; at += windowLength) {
    const window = await file.bytes(at, Math.min(windowLength, end - at))
    const found = window.findIndex((byte) => !isFilling(byte))
    if (found >= 0) return at + found
  }
  return undefined
}
