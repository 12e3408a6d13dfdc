import { type FileArtifact, fileArtifact } from './report-artifacts.ts'

/** Of one report; each is kept with the job until retention. */
export const maxOperationFiles = 10
export const maxOperationFileBytes = 25 * 1024 * 1024

/** A file of the output folder that an operation names. */
export interface OperationFile {
  /** Of the operation in the list. */
  readonly index: number
  readonly file: string
  /** Undefined if it is refused: `problem` says why. */
  readonly artifact?: FileArtifact
  readonly problem?: string
}

/** Of a file that was kept. */
export interface KeptFile {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
}

/** Files of `AddArtifactToCase`: such an operation names what the responder left in its output folder. */
export function operationFiles(operations: string): OperationFile[] {
  // Most reports have none, and operations can be many megabytes.
  if (!operations.includes('AddArtifactToCase') || !operations.includes('"file"')) return []
  const found: OperationFile[] = []
  for (const [index, operation] of (
    JSON.parse(operations) as Record<string, unknown>[]
  ).entries()) {
    const { type, file } = operation
    if (type !== 'AddArtifactToCase' || typeof file !== 'string' || file === '') continue
    // guard: operation-files.test.ts
    if (found.filter(({ artifact }) => artifact).length >= maxOperationFiles) {
      found.push({ index, file, problem: `Limit of ${maxOperationFiles} files per report` })
      continue
    }
    const artifact = fileArtifact({ filename: file, ...operation, dataType: 'file' })
    if (artifact)
      found.push({ index, file, artifact: { ...artifact, maxBytes: maxOperationFileBytes } })
  }
  return found
}

/** The operations with what became of their files: what the program says of that does not count. */
export function withKeptFiles(
  operations: string,
  files: readonly OperationFile[],
  keptOf: (artifact: FileArtifact) => KeptFile | undefined,
): string {
  if (files.length === 0) return operations
  const list = JSON.parse(operations) as Record<string, unknown>[]
  for (const { index, artifact, problem } of files) {
    const { attachment: _, problem: _said, ...operation } = list[index] ?? {}
    const kept = artifact && keptOf(artifact)
    list[index] = {
      ...operation,
      ...(kept
        ? { attachment: kept }
        : {
            problem:
              problem ??
              `The file ${artifact?.filename} is not in the output folder, or exceeds ${maxOperationFileBytes / 1024 / 1024} MiB`,
          }),
    }
  }
  return JSON.stringify(list)
}
