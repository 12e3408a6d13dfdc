import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** A file of this machine for an upload; it is read while it is sent, not before. */
export async function fileAt(path: string, name: string = basename(path)): Promise<File> {
  return new File([await openAsBlob(path)], name)
}
