import { closeSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FolderTexts, openPlainFile, smallBytes } from '../folder.ts'
import { removeKnownFiles, removeTree } from '../folder-disk.ts'
import type { RunResult } from '../runner.ts'

const forOwner = { mode: 0o700 }
const newFile = { mode: 0o600, flag: 'wx' }

/** All at once: a launcher has nothing better to do, and a turn of the thread pool costs more. */
export function makeFolderAtOnce(path: string, { input, certificates }: FolderTexts): void {
  mkdirSync(path, forOwner)
  mkdirSync(join(path, 'input'), forOwner)
  mkdirSync(join(path, 'output'), forOwner)
  writeFileSync(join(path, 'input', 'input.json'), input, newFile)
  if (certificates !== undefined)
    writeFileSync(join(path, 'input', 'cacerts'), certificates, newFile)
}

/**
 * The report, and what is left to remove, if that is all there is. Undefined when there is more, or
 * something that is not a small plain file: then nothing was touched, and the server looks.
 */
export function takeReport(path: string): RunResult['report'] {
  const names = namesIn(join(path, 'output'))
  if (!names || names.some((name) => name !== 'output.json')) return undefined
  if (names.length === 0) return { text: undefined }
  const text = readSmall(path)
  return text === undefined ? undefined : { text }
}

function namesIn(path: string): string[] | undefined {
  try {
    return readdirSync(path)
  } catch {
    return undefined
  }
}

function readSmall(path: string): string | undefined {
  const found = openPlainFile(path, 'output.json')
  if (!found) return undefined
  try {
    return found.size > smallBytes ? undefined : readFileSync(found.fd, 'utf8')
  } finally {
    closeSync(found.fd)
  }
}

/**
 * Removes folders while their jobs continue. On a busy disk, `rmdir` waits for the journal: 3 ms,
 * three times per folder, in which the launcher would do nothing else.
 */
export function makeRemover() {
  let pending = 0
  const onFree: (() => void)[] = []

  const remove = async (path: string) => {
    try {
      // Most folders hold nothing else. A `tmp` is that of a sandbox.
      await Promise.all([rmdir(join(path, 'input')), rmdir(join(path, 'output'))])
      await rmdir(path)
    } catch {
      await removeTree(path)
    }
  }
  return {
    /** Resolves at once, unless too many wait already. */
    async add(path: string): Promise<void> {
      removeKnownFiles(path)
      pending += 1
      // What cannot be removed is swept by the server, like everything that a crash left.
      remove(path)
        .catch(() => {})
        .finally(() => {
          pending -= 1
          for (const go of onFree.splice(0)) go()
        })
      while (pending > maxPending) await nextFree()
    },
    async finish(): Promise<void> {
      while (pending > 0) await nextFree()
    },
  }

  function nextFree() {
    return new Promise<void>((resolve) => onFree.push(resolve))
  }
}

const maxPending = 64
