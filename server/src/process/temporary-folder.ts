import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A TMPDIR that does not exist, or that this account may not write to, comes with sessions of other
 * accounts and with cleaned-up machines. It is replaced for this process and its children. Returns
 * the line to show when that happened.
 */
export function ensureTemporaryFolder(fallbacks = ['/tmp', '/var/tmp']): string | undefined {
  const wanted = tmpdir()
  const problem = tryFolder(wanted)
  if (problem === undefined) return undefined
  const working = fallbacks.find((folder) => tryFolder(folder) === undefined)
  if (working === undefined) return `No usable temporary folder: ${problem}`
  // What `os.tmpdir` reads; each system has its own.
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = working
  return `Temporary folder ${wanted} is unusable (${problem}); using ${working}.`
}

function tryFolder(folder: string): string | undefined {
  try {
    rmdirSync(mkdtempSync(join(folder, 'assay-')))
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
