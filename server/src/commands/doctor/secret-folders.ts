import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Config } from '../../settings/config.ts'
import { secretSources } from '../../settings/secret-sources.ts'
import type { Finding } from './command.ts'

/** Folders that secret references lead to: programs that run as another user must not read them. */
export const secretFolders = (config: Pick<Config, 'secrets'>): Promise<Finding[]> =>
  Promise.all(
    secretSources(config).flatMap((source) =>
      source.type === 'file' ? [look(source.folder)] : [],
    ),
  )

async function look(folder: string): Promise<Finding> {
  const what = `secret folder ${folder}`
  const remedy = 'check secrets.sources (ASSAY_SECRETS_SOURCES)'
  const info = await stat(folder).catch(() => undefined)
  if (!info?.isDirectory())
    return { what, is: 'problem', text: info ? 'is not a folder' : 'does not exist', remedy }
  const isReadable = await access(folder, constants.R_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isReadable) return { what, is: 'problem', text: 'is not readable by this user', remedy }
  // Analyzers may run as another user, and must not find the secrets of all organizations there.
  const isOpen = process.platform !== 'win32' && (info.mode & 0o007) !== 0
  return isOpen
    ? { what, is: 'warning', text: 'is accessible to every user', remedy: `chmod o= ${folder}` }
    : { what, is: 'ok', text: 'is readable by this user and not by others' }
}
