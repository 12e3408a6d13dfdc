import { type CompoundEntry, DamagedCompoundFile } from '../formats/compound-file.ts'
import { addProblem, type Report } from './report.ts'

/** Empty where it is damaged: one broken stream must not hide the macros in another. */
export function streamOf(report: Report, entry: CompoundEntry, maxBytes: number): Buffer {
  try {
    return entry.read(maxBytes)
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error
    addProblem(report, `${entry.path} is corrupt: ${error.message}`)
    return Buffer.alloc(0)
  }
}
