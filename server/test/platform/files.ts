import { removeOrphanedBlobs } from '../../src/storage/blobs/orphaned-blobs.ts'
import { storedFiles } from '../forms.ts'
import type { TestApp } from '../setup.ts'

/** The next look for files without an owner, an hour from now. */
async function removeOwnerless({ deps, clock }: TestApp): Promise<void> {
  clock.advance(3_600_001)
  await removeOrphanedBlobs(deps)
}

export async function isGone(app: TestApp, sha256: string): Promise<boolean> {
  await removeOwnerless(app)
  const file = await app.deps.blobs.open(sha256)
  file?.stream.destroy()
  return file === undefined
}

/** Files on disk with an owner. */
export async function ownedFiles(app: TestApp): Promise<string[]> {
  await removeOwnerless(app)
  return storedFiles(app)
}
