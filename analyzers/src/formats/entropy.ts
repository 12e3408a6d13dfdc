/** Bits per byte, 0 for one value alone, 8 for even noise; two digits are what it is good for. */
export function entropyOf(counts: ArrayLike<number>, total: number): number {
  let sum = 0
  for (let value = 0; value < counts.length; value += 1) {
    const share = (counts[value] ?? 0) / total
    if (share > 0) sum -= share * Math.log2(share)
  }
  return total === 0 ? 0 : Math.round(sum * 100) / 100
}

export function entropyOfBytes(bytes: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number
    counts[byte] = (counts[byte] as number) + 1
  }
  return entropyOf(counts, bytes.length)
}
