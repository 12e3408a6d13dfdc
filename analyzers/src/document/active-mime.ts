import { inflateSync } from 'node:zlib'
import { DamagedCompoundFile, isCompoundFile, readCompoundFile } from '../formats/compound-file.ts'
import { addProblem, emptyReport, type Report } from './report.ts'
import { addMacros, modulesIn } from './vba.ts'

const maxOutputLength = 32 * 1024 * 1024

/** How Word keeps the macros of a document that it saves as a page or as XML (`editdata.mso`). */
export const isActiveMime = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 10) === 'ActiveMime'

export function readActiveMime(bytes: Buffer): Report {
  const report = emptyReport('macros alone')
  addActiveMime(report, bytes)
  return report
}

export function addActiveMime(report: Report, bytes: Buffer): void {
  const content = unpacked(bytes)
  if (content) addProject(report, content)
  else addProblem(report, 'its macros cannot be unpacked')
}

/** A project of macros, which is a compound file of its own. */
export function addProject(report: Report, content: Buffer): void {
  if (!isCompoundFile(content)) return
  try {
    addMacros(report, modulesIn(readCompoundFile(content), report))
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error
    addProblem(report, `its macros are damaged: ${error.message}`)
  }
}

/** Where the packed bytes begin stands in the header, or is one of two usual places. */
function unpacked(bytes: Buffer): Buffer | undefined {
  const stated = bytes.length > 32 ? bytes.readUInt16LE(30) + 46 : 0
  for (const start of [stated, 0x32, 0x22a])
    try {
      return inflateSync(bytes.subarray(start), { maxOutputLength })
    } catch {
      // The next one, then.
    }
  return undefined
}
