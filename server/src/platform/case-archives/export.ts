import { Readable } from 'node:stream'
import { badRequest } from '../../domain/errors.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'
import type { Db } from '../../storage/database.ts'
import type { CaseRow } from '../rows.ts'
import { documentName, format, formatVersion, limits } from './format.ts'
import { linesOf } from './lines.ts'

export interface CaseDocument {
  readonly text: string
  /** Each once. */
  readonly files: readonly string[]
}

/** Read whole before the answer begins: a case that is too large is refused, not cut. */
export async function documentOf(db: Db, row: CaseRow, now: number): Promise<CaseDocument> {
  const lines = [JSON.stringify({ format, version: formatVersion, exportedAt: now })]
  const files = new Set<string>()
  let bytes = 0
  for await (const line of linesOf(db, row)) {
    const text = JSON.stringify(line)
    bytes += Buffer.byteLength(text) + 1
    for (const { sha256 } of line.files ?? []) files.add(sha256)
    lines.push(text)
    if (lines.length > limits.lines || bytes > limits.documentBytes || files.size > limits.files)
      throw badRequest(
        `The case is too large for an archive. Limits: ${limits.lines} entries, ${limits.files} files and ` +
          `${limits.documentBytes} bytes of text`,
      )
  }
  return { text: `${lines.join('\n')}\n`, files: [...files] }
}

export async function* membersOf(blobs: Blobs, { text, files }: CaseDocument) {
  yield { name: documentName, open: async () => Readable.from([Buffer.from(text)]) }
  for (const hash of files) {
    const blob = await blobs.open(hash)
    // Removed since the document was read: an import of the archive says so.
    if (blob) yield { name: `files/${hash}`, open: async () => blob.stream }
  }
}
