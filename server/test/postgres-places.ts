import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Empty: the account of the test run itself. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

/** PostgreSQL refuses to run as root. No account is made for it: `nobody` is everywhere. */
export function accounts(): Account[] {
  if (process.getuid?.() !== 0) return [{}]
  return ['postgres', 'nobody'].flatMap((name) => {
    const [uid, gid] = [askId('-u', name), askId('-g', name)]
    return uid !== undefined && gid !== undefined && uid > 0 ? [{ uid, gid }] : []
  })
}

function askId(flag: string, name: string): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
  const id = Number.parseInt(stdout ?? '', 10)
  return status === 0 && Number.isSafeInteger(id) ? id : undefined
}

/** Where data, and a copy of the programs, may lie; the last one is there for every other account. */
export function parentFolders(): string[] {
  const root = dirname(dirname(import.meta.dirname))
  const common = process.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/dev/shm']
  return [...new Set([tmpdir(), ...common, join(root, 'node_modules')])]
}
