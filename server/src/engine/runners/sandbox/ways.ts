import { lstatSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'

export interface Way {
  /** The symbolic links on it: where each one is, without links itself, and its text. */
  readonly links: readonly (readonly [path: string, target: string])[]
  /** Where it leads, without links; also of what does not exist. */
  readonly real: string
  /** Undefined when nothing is there, or it may not be looked at. */
  readonly info: Stats | undefined
}

/** More than any system follows. */
const maxLinks = 40

export function wayTo(path: string): Way {
  const links: [string, string][] = []
  const rest = path.split(sep)
  let real = '/'
  let info = look(real)
  while (rest.length > 0) {
    const name = rest.shift() ?? ''
    if (name === '' || name === '.') continue
    if (name === '../..') {
      real = dirname(real)
      continue
    }
    const at = join(real, name)
    info = look(at)
    const target = info?.isSymbolicLink() ? readlink(at) : undefined
    if (target === undefined) {
      real = at
      continue
    }
    if (links.length >= maxLinks) return { links, real: at, info: undefined }
    links.push([at, target])
    if (isAbsolute(target)) real = '/'
    rest.unshift(...target.split(sep))
  }
  return { links, real, info }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function readlink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

export const isInside = (path: string, folder: string) =>
  path !== folder && path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

export const isAtOrInside = (path: string, folder: string) =>
  path === folder || isInside(path, folder)
