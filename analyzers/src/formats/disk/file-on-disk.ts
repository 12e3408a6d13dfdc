/** A file of a volume. */
export interface FileOnDisk {
  readonly path: string
  readonly size: number
  /** Its first bytes, at most so many. */
  read(maxBytes: number): Promise<Buffer>
}

/** More than fits into an attachment; they are listed before any is read. */
export const maxFilesOnDisk = 5_000
export const maxFolderDepth = 16

/** What a reader says where it stops. */
export const notListed = {
  count: `files after the first ${maxFilesOnDisk} of a volume`,
  depth: `folders more than ${maxFolderDepth} levels deep`,
} as const
