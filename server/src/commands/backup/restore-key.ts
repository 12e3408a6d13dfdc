import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { readKeyFile, writeKeyFile } from '../../identity/master-key.ts'
import { opensCanary } from '../../identity/setup/installation.ts'
import type { Config } from '../../settings/config.ts'
import type { Verified } from './format.ts'
import { unwrapKey } from './wrapped-key.ts'

/**
 * The key to be written, or undefined when the right one is already there. Without the right one
 * nothing is restored: the server would refuse to start on it.
 */
export async function keyForRestore(
  config: Config,
  folder: string,
  { header, canary }: Verified,
  passphrase: string | undefined,
): Promise<string | undefined> {
  const setting = config.secret.key
  if (setting !== undefined) {
    if (opensCanary(setting, canary)) return undefined
    throw new Error(
      'Master key mismatch: secret.key does not match this backup. Set the key that was in use when the backup was made',
    )
  }
  const file = join(folder, 'master.key')
  const present = await readKeyFile(file)
  if (present !== undefined && opensCanary(present, canary)) return undefined
  if (header.key === null)
    throw new Error(
      `This backup does not contain the master key. Put the matching key into ${file} (mode 600) or ` +
        'secret.key, then restore again.',
    )
  if (passphrase === undefined)
    throw new Error(
      'The master key in this backup is encrypted. Pass its passphrase with --key-passphrase-file, or put ' +
        `the key into ${file} (mode 600)`,
    )
  const key = await unwrapKey(header.key, passphrase)
  if (!opensCanary(key, canary))
    throw new Error('Corrupt backup: its master key cannot decrypt its data')
  return key
}

/** A key from a first start is kept next to it: no secret is deleted unasked. */
export async function installKey(folder: string, key: string | undefined): Promise<void> {
  if (key === undefined) return
  const file = join(folder, 'master.key')
  if ((await readKeyFile(file)) !== undefined) await rename(file, `${file}.before-restore`)
  await writeKeyFile(file, key)
}
