import { isCompoundFile } from '../formats/compound-file.ts'
import { compoundType } from '../formats/old-types.ts'
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
import { addProblem, DamagedDocument, type Report } from './report.ts'
import { looksLikeRtf, readRtf } from './rtf.ts'
import { maxTable, readTable } from './tables.ts'
import { entriesOf } from './zip-entries.ts'

/** Documents are read whole, but for those that are zip files. */
const maxBytes = 50 * 1024 * 1024

export const analyzer = defineAnalyzer({
  ...documentDescription,
  async run(file, job) {
    const report = await readDocument(file)
    // Files of any kind come by: those that are not documents are skipped silently.
    if (!report) return { taxonomies: [], full: { isDocument: false } }
    await addCodes(report)
    const { form, findings, links, files, problems, details } = report
    const isLocked = findings.some(({ id }) => lockedIds.has(id))
    const incomplete = [...report.gaps, ...(isLocked ? ['encrypted'] : [])]
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
    if (isZip(head))
      return (await readOoxml(file)) ?? (await readOdf(file)) ?? (await unnamed(file, head))
    if (isCompoundFile(head)) {
      if (file.size > maxBytes && !(await mayBeOffice(file, head))) return undefined
      const bytes = await file.read(maxBytes)
      const type = (await compoundType(file))?.extension ?? ''
      return (await readWithDefaultPassword(bytes)) ?? readOle(bytes, ofOthers.has(type))
    }
    if (isActiveMime(head)) return readActiveMime(await file.read(maxBytes))
    if (looksLikeRtf(head)) return readRtf(await file.read(maxBytes))
    if (looksLikePdf(head)) return readPdf(await file.read(maxBytes))
    if (isPageArchive(head.toString('latin1')))
      return readInPart(file, maxBytes, (bytes) => readPageArchive(bytes.toString('latin1')))
    return mayBeTable(head, file.filename)
      ? readInPart(file, maxTable, (bytes) => readTable(bytes, file.filename))
      : undefined
  } catch (error) {
    if (error instanceof DamagedDocument) fail(`The document is corrupt: ${error.message}`)
    throw error
  }
}

async function readInPart(
  file: FileObservable,
  most: number,
  read: (bytes: Buffer) => Report | undefined,
): Promise<Report | undefined> {
  const report = read(await file.bytes(0, most))
  if (report && file.size > most) addProblem(report, `only the first ${most} bytes were examined`)
  return report
}

/** Compound files that the analyzers of mails and of archives read. */
const ofOthers: ReadonlySet<string> = new Set(['msg', 'msi', 'mst', 'msp'])

/** A zip without its directory, which is at its end, is recognized by its first entry. */
async function unnamed(file: FileObservable, head: Buffer): Promise<undefined> {
  const isOffice =
    /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|mimetypeapplication\/vnd\.oasis)/
  if (!isOffice.test(head.toString('latin1', 30, 100)) || (await entriesOf(file)).length > 0)
    return undefined
  throw new DamagedDocument('list of parts missing at the end of the file')
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
