import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * A package needed only for comparison is not a dependency of the workspace: it is installed into a
 * folder of the bench, without running install scripts.
 */
export async function installPackages(folder: string, packages: readonly string[]) {
  const place = await mkdtemp(join(folder, 'packages-'))
  await writeFile(join(place, 'package.json'), '{"private":true}')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages]
  await promisify(execFile)('npm', args, { cwd: place })
  return place
}
