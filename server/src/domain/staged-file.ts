/** A file on the local disk, hashed, that is neither kept nor discarded yet. */
export interface StagedFile {
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly size: number
  /** Some of the bytes, while it is neither kept nor discarded; fewer at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>
  /** When it resolves, the content survives power loss. */
  keep(): Promise<void>
  /** Does nothing after `keep`. */
  discard(): Promise<void>
}
