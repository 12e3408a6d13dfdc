import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { skipTest } from '../skip.ts'

/** A separate disk; mounting one takes rights that not every machine gives. */
export async function smallDisk(size: string, owner = 0): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-disk-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const options = `size=${size},mode=0700,uid=${owner}`
  const { status, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder])
  if (error || status !== 0)
    skipTest('a small disk cannot be mounted here: run the tests as root with the right to mount')
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}
