import { spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, tryOut } from '../sandbox/sandbox.ts'
import { systemCallFilter } from '../sandbox/system-call-filter.ts'
import { filterNumber } from './starter.ts'

/**
 * Open, and without a name: holders of the descriptor can read it, and it goes with the last of
 * them.
 */
export function openFilterFile(): number | undefined {
  const filter = systemCallFilter(process.arch, { mayNest: false })
  if (!filter) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'assay-filter-'))
  try {
    const path = join(folder, 'filter')
    writeFileSync(path, filter, { mode: 0o600 })
    return openSync(path, 'r')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The sandbox as before, with the descriptor of its filter. */
export const withFilter = ([file = '', ...args]: readonly string[]): string[] => [
  file,
  ...['--seccomp', String(filterNumber)],
  ...args,
]

/** Whether this kernel takes it, and lets a program start. */
export async function testFilter(sandbox: Sandbox): Promise<boolean> {
  const filterFile = openFilterFile()
  if (filterFile === undefined) return false
  try {
    return await tryOut(sandbox, (words) => startsWith(filterFile, withFilter(words)))
  } finally {
    closeSync(filterFile)
  }
}

const startsWith = (filterFile: number, [file = '', ...args]: readonly string[]) =>
  new Promise<boolean>((resolve) => {
    const stdio = Array.from({ length: filterNumber }, () => 'ignore' as const)
    const child = spawn(file, args, {
      stdio: [...stdio, filterFile],
      signal: AbortSignal.timeout(10_000),
      killSignal: 'SIGKILL',
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
