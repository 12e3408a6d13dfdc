import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const shared = '/dev/shm'

/**
 * A folder in memory, where a commit does not wait for a disk: databases of tests hold nothing that
 * must survive them. Undefined where there is none with this much room; containers often have 64 MB.
 */
export function folderInMemory(neededBytes: number): string | undefined {
  try {
    accessSync(shared, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= neededBytes ? shared : undefined
  } catch {
    return undefined
  }
}

/** Where small databases go: some megabytes each, a few at a time. */
export const smallFilesFolder = folderInMemory(256 * 1024 * 1024) ?? tmpdir()
