import type { RandomAccess } from '../formats/random-access.ts'
import { DamagedZip, listZip, type ZipEntry } from '../formats/zip.ts'

/** Empty when its directory is damaged: its contents are then unknown. */
export async function entriesOf(source: RandomAccess): Promise<readonly ZipEntry[]> {
  try {
    return (await listZip(source)).entries
  } catch (error) {
    if (error instanceof DamagedZip) return []
    throw error
  }
}
