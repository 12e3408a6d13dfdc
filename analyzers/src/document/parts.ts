import type { ZipEntry } from '../formats/zip.ts'

export interface Parts {
  readonly entries: readonly ZipEntry[]
  read(entry: ZipEntry): Promise<Buffer | undefined>
}
