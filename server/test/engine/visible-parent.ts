import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules')

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** A folder that the sandbox shows where it is: it replaces those for temporary files, and the checkout may lie in one. */
export const visibleParent =
  [modules, '/srv', '/opt'].find((path) => isWritable(path) && !/^\/(?:var\/)?tmp\//.test(path)) ??
  homedir()
