/** What parsers read from: a file on disk and bytes in memory alike. */
export interface RandomAccess {
  readonly size: number
  /** Fewer bytes at the end. */
  bytes(start: number, length: number): Promise<Buffer>
}

export const inMemory = (content: Buffer): RandomAccess => ({
  size: content.length,
  bytes: async (start, length) => content.subarray(start, start + length),
})

/** A part of it, which looks like a whole. */
export const partOf = (source: RandomAccess, start: number, length: number): RandomAccess => {
  const size = Math.max(0, Math.min(length, source.size - start))
  return {
    size,
    bytes: (at, count) => source.bytes(start + at, Math.max(0, Math.min(count, size - at))),
  }
}
