import { closeSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPlainFile, smallBytes } from './folder.ts'
import { removeKnown } from './folder-disk.ts'
import type { RunResult, WholeFolder } from './runner.ts'

const forOwner = { mode: 0o700 }
const newFile = { mode: 0o600, flag: 'wx' }

/** All at once: a launcher has nothing better to do, and a turn of the thread pool costs more. */
export function makeWhole(path: string, { input, certificates }: WholeFolder): void {
  mkdirSync(path, forOwner)
  mkdirSync(join(path, 'input'), forOwner)
  mkdirSync(join(path, 'output'), forOwner)
  writeFileSync(join(path, 'input', 'input.json'), input, newFile)
  if (certificates !== undefined)
    writeFileSync(join(path, 'input', 'cacerts'), certificates, newFile)
}

/**
 * Reads the report and removes the folder, if that is all there is. Undefined when there is more, or
 * something that is not a small plain file: then nothing was touched, and the server looks.
 */
export function takeWhole(path: string): RunResult['read'] {
  const names = namesIn(join(path, 'output'))
  if (!names || names.some((name) => name !== 'output.json')) return undefined
  const report = names.length === 0 ? '' : readSmall(path)
  if (report === undefined) return undefined
  removeTemporary(path)
  return { report: report === '' ? undefined : report, isRemoved: removeKnown(path) }
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

/** Of a sandbox; one that is not empty is left to the server. */
function removeTemporary(path: string): void {
  try {
    rmdirSync(join(path, 'tmp'))
  } catch {}
}
