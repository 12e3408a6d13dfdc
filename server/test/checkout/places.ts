import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { patienceMs } from '../patience.ts'
import { type Account, accounts, parentFolders } from '../postgres-places.ts'
import { copyCheckout, makePrivate } from './copy.ts'

/** An unusual place for the checkout, and what the commands find there. */
export interface Place {
  readonly checkout: string
  readonly account: Account
  readonly umask: string
  readonly environment: Readonly<Record<string, string>>
  remove(): void
}

/** The Node and npm of the machine, which may be older than ours. */
export const machineNode = process.env.npm_node_execpath ?? findProgram('node') ?? process.execPath
const npmScript = process.env.npm_execpath
export const npm =
  npmScript && /npm-cli\.c?js$/.test(npmScript)
    ? [machineNode, npmScript]
    : [findProgram('npm') ?? 'npm']

/**
 * A private folder with a space and non-ASCII letters, everything made under umask 077, a temporary
 * folder that only its owner reaches.
 */
export function privatePlace(): Place {
  const [parent = ''] = parentFolders()
  const folder = mkdtempSync(join(parent, 'assay-place-'))
  const home = join(folder, 'Größe & 日本 (1)')
  const checkout = join(home, 'my projects')
  const temporary = join(home, 'tmp of mine')
  mkdirSync(home)
  mkdirSync(temporary)
  copyCheckout(checkout)
  makePrivate(home)
  // The list of calls and the program are built there, the page is not: that takes ten times as long.
  for (const workspace of ['contract', 'server'])
    rmSync(join(checkout, workspace, 'dist'), { recursive: true, force: true })
  return {
    checkout,
    account: {},
    umask: '077',
    environment: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/**
 * An account without rights and without a home, a TMPDIR that does not exist, and of all programs
 * only those that are needed: no bubblewrap, no Docker, no browser. Or why there is no such place.
 */
export function poorPlace(): Place | { reason: string } {
  const account = accounts().at(-1)
  if (!account)
    return { reason: 'there is no account without rights (postgres or nobody): make one' }
  for (const parent of parentFolders()) {
    const folder = tryFolder(parent, account)
    if (folder === undefined) continue
    const checkout = join(folder, 'assay')
    const home = join(folder, 'home')
    copyCheckout(checkout)
    if (account.uid !== undefined) own(checkout, account)
    mkdirSync(home)
    chmodSync(home, 0o555)
    const environment = {
      PATH: join(folder, 'bin'),
      HOME: home,
      TMPDIR: join(folder, 'gone'),
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'gone'),
    }
    const remove = () => rmSync(folder, { recursive: true, force: true })
    return { checkout, account, umask: '022', environment, remove }
  }
  return { reason: 'the account without rights can run Node in no folder' }
}

function tryFolder(parent: string, account: Account): string | undefined {
  let folder: string
  try {
    folder = mkdtempSync(join(parent, 'assay-place-'))
  } catch {
    return undefined
  }
  chmodSync(folder, 0o755)
  const bin = join(folder, 'bin')
  mkdirSync(bin, { mode: 0o755 })
  for (const name of ['sh', 'env', 'id', 'cat', 'head', 'rm', 'sleep', 'uname', 'ps']) {
    const path = findProgram(name)
    if (path !== undefined) symlinkSync(path, join(bin, name))
  }
  symlinkSync(machineNode, join(bin, 'node'))
  const options = { ...account, cwd: folder, timeout: patienceMs }
  const { status } = spawnSync(join(bin, 'node'), ['--version'], options)
  if (status === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  return undefined
}

/** Linked files stay whose they are: they are this checkout's own. */
function own(path: string, account: Account): void {
  const facts = lstatSync(path)
  if (facts.isSymbolicLink()) return
  if (facts.isDirectory()) for (const name of readdirSync(path)) own(join(path, name), account)
  if (facts.isDirectory() || facts.nlink === 1)
    chownSync(path, account.uid ?? -1, account.gid ?? -1)
}

function findProgram(name: string): string | undefined {
  const ours = join('node_modules', '.bin')
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => !each.endsWith(ours))
  return folders
    .filter((folder) => folder !== dirname(process.execPath))
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}
