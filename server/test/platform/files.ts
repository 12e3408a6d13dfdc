import { removeLooseFiles } from '../../src/storage/loose-files.ts'
import type { TestApp } from '../setup.ts'

/** Whether a file is removed at the next look for files without an owner, an hour from now. */
export async function isGone({ deps, clock }: TestApp, sha256: string): Promise<boolean> {
  clock.advance(3_600_001)
  await removeLooseFiles(deps)
  const file = await deps.blobs.open(sha256)
  file?.stream.destroy()
  return file === undefined
}
