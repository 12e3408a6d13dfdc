import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  besideData,
  type Cleanup,
  makeDataFolder,
  masterKeyOf,
  startTarget,
  type Target,
} from './target.ts'
import { foundIn, givenTwoOrganizations } from './work.ts'

/** In a list it is an entry, in a rule file a mistake, in a database nothing: none may show it. */
export const canary = 'canary.of.a.server.file.77aa41'

/** A server whose folder of resources holds rules, a broken file, and links out of it. */
export async function startWithCanaries(cleanup: Cleanup): Promise<Target> {
  const data = await makeDataFolder(cleanup)
  const folder = besideData({ data }, 'resources')
  await mkdir(join(folder, 'rules'), { recursive: true })
  await writeFile(join(folder, 'rules', 'ok.yar'), 'rule Ok { condition: true }')
  await writeFile(join(folder, 'broken.yar'), `${canary} is no rule`)
  await symlink('/etc/passwd', join(folder, 'linked.yar'))
  await symlink('/etc', join(folder, 'linked'))
  await symlink('/etc/passwd', join(folder, 'rules', 'inner.yar'))
  await writeFile(besideData({ data }, 'beside-data.txt'), `${canary}\n`)
  const target = await startTarget({
    cleanup,
    environment: {
      ASSAY_DATA_DIR: data,
      ASSAY_DATASTORE_ATTACHMENT_PASSWORD: 'canary-of-the-environment-31',
      ASSAY_ANALYZER_RESOURCES: folder,
    },
  })
  await givenTwoOrganizations(target)
  return target
}

/**
 * Of the key file, of the system's accounts, of the environment and of the file next to the data folder.
 */
export async function foundOfTheServer(target: Target, said: string): Promise<string[]> {
  const key = await masterKeyOf(target)
  return foundIn(said, [key, key.slice(0, 12), 'root:x:', 'canary-of-the-environment', canary])
}
