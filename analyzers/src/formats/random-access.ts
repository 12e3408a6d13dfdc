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
