import { open } from 'node:fs/promises'

/** A new or renamed file survives power loss when its folder, where the name is, is on disk too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
