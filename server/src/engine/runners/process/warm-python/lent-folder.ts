import { lstatSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface LentFolder {
  /** Where it is for now. */
  readonly path: string
  /** Whether it is the same folder, back in its place. */
  takeBack(): boolean
}

/**
 * A job folder is moved into that of the zygote for as long as the job runs: a zygote sees only its
 * own jobs. The packages that it imported may do there what they like, so what comes back is trusted
 * only when it is the folder that was lent. `rename` follows no link.
 */
export function lendFolder(folder: string, zygote: string): LentFolder {
  const path = join(zygote, basename(folder))
  const lent = lstatSync(folder)
  renameSync(folder, path)
  return {
    path,
    takeBack() {
      try {
        const found = lstatSync(path)
        if (!found.isDirectory() || found.ino !== lent.ino || found.dev !== lent.dev) return false
        renameSync(path, folder)
        const back = lstatSync(folder)
        if (back.ino === lent.ino && back.isDirectory()) return true
        renameSync(folder, path)
      } catch {
        // It is not there any more.
      }
      return false
    },
  }
}
