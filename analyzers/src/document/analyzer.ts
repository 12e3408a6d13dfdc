import { isCompoundFile } from '../formats/compound-file.ts'
import { isZip } from '../formats/zip.ts'
import {
  type Artifact,
  artifact,
  defineAnalyzer,
  type FileObservable,
  fail,
  type Job,
  taxonomy,
} from '../kit/index.ts'
import { isActiveMime, isPageArchive, readActiveMime, readPageArchive } from './active-mime.ts'
import { addCodes } from './codes.ts'
import { readWithDefaultPassword } from './default-password.ts'
import { documentDescription } from './description.ts'
import { readOdf } from './odf.ts'
import { mayBeOffice, readOle } from './ole.ts'
import { readOoxml } from './ooxml.ts'
import { looksLikePdf, readPdf } from './pdf.ts'
import { DamagedDocument, type Report } from './report.ts'
import { looksLikeRtf, readRtf } from './rtf.ts'
import { maxTable, readTable } from './tables.ts'

/** Documents are read whole, but for those that are zip files. */
const maxBytes = 50 * 1024 * 1024

export const analyzer = defineAnalyzer({
  ...documentDescription,
  async run(file, job) {
    const report = await readDocument(file)
    // Files of any kind come by: what is no document is passed over in silence.
    if (!report) return { taxonomies: [], full: { isDocument: false } }
    await addCodes(report)
    const { form, findings, links, files, problems, details } = report
    const isLocked = findings.some(({ id }) => lockedIds.has(id))
    const incomplete = [...report.gaps, ...(isLocked ? ['it is encrypted'] : [])]
    return {
      taxonomies: [
        taxonomy('info', 'Document', 'Form', form),
        ...(links.length > 0 ? [taxonomy('info', 'Document', 'Links', links.length)] : []),
      ],
      findings,
      full: {
        isDocument: true,
        form,
        ...details,
        links,
        files: files.map(({ name, content, message }) => ({ name, size: content.length, message })),
        problems,
        ...(incomplete.length > 0 ? { incomplete } : {}),
      },
      artifacts: [
        ...links
          .filter(({ url }) => /^(?:https?|ftp):/i.test(url))
          .map(({ url, where }) => artifact('url', url, { kind: 'link', message: where })),
        ...(await fileArtifacts(report, job)),
      ],
    }
  },
})

const lockedIds: ReadonlySet<string> = new Set(['document.encrypted', 'document.texts-encrypted'])

async function readDocument(file: FileObservable): Promise<Report | undefined> {
  const head = await file.bytes(0, 4096)
  try {
    if (isZip(head)) return (await readOoxml(file)) ?? (await readOdf(file))
    if (isCompoundFile(head)) {
      if (file.size > maxBytes && !(await mayBeOffice(file, head))) return undefined
      const bytes = await file.read(maxBytes)
      return (await readWithDefaultPassword(bytes)) ?? readOle(bytes)
    }
    if (isActiveMime(head)) return readActiveMime(await file.read(maxBytes))
    if (looksLikeRtf(head)) return readRtf(await file.read(maxBytes))
    if (looksLikePdf(head)) return readPdf(await file.read(maxBytes))
    if (isPageArchive(head.toString('latin1')))
      return readPageArchive((await file.bytes(0, maxBytes)).toString('latin1'))
    return mayBeTable(head, file.filename)
      ? readTable(await file.bytes(0, maxTable), file.filename)
      : undefined
  } catch (error) {
    if (error instanceof DamagedDocument) fail(`The document is damaged: ${error.message}`)
    throw error
  }
}

const mayBeTable = (head: Buffer, filename: string) =>
  /^(?:\xef\xbb\xbf)?(?:ID;P|\s{0,100}<\?xml)/.test(head.toString('latin1', 0, 200)) ||
  /\.(?:csv|tsv|tab|prn|dif|iqy)$/i.test(filename)

async function fileArtifacts(
  { files }: Report,
  job: Job<Record<never, never>>,
): Promise<Artifact[]> {
  const found: Artifact[] = []
  for (const { name, content, message } of files)
    found.push(await job.fileArtifact(name.slice(0, 200), content, { kind: 'contains', message }))
  return found
}
