import {
  DamagedCompoundFile,
  isCompoundFile,
  missingIn,
  readCompoundFile,
} from '../formats/compound-file.ts'
import { extensionOf, isDoubleExtension, programs } from '../formats/risky-names.ts'
import { isShortcut } from '../formats/shortcut-head.ts'
import { addFile, addFinding, addProblem, type Report } from './report.ts'
import { streamOf } from './streams.ts'

const maxFile = 32 * 1024 * 1024

/** A file that was dropped into a document: its names, then its bytes. */
export function readPackage(bytes: Buffer): { name: string; content: Buffer } | undefined {
  if (bytes.length < 8 || bytes.readUInt16LE(0) !== 2) return undefined
  let at = 2
  const text = () => {
    const end = bytes.indexOf(0, at)
    const found = end < 0 ? '' : bytes.toString('latin1', at, Math.min(end, at + 1024))
    at = end < 0 ? bytes.length : end + 1
    return found
  }
  const label = text()
  const path = text()
  at += 4
  if (at + 4 > bytes.length) return undefined
  const copied = bytes.toString('latin1', at + 4, at + 4 + Math.min(bytes.readUInt32LE(at), 1024))
  at += 4 + bytes.readUInt32LE(at)
  if (at + 4 > bytes.length) return undefined
  const size = bytes.readUInt32LE(at)
  // Word shows the first; what is opened is called like the others.
  const names = [label, path, copied].map(
    (text) => (text.split('\0')[0] ?? '').split(/[\\/]/).at(-1) ?? '',
  )
  const name = names.find((one) => programs.has(extensionOf(one))) ?? (names[0] || names[1] || '')
  return {
    name: name || 'embedded',
    content: bytes.subarray(at + 4, at + 4 + Math.min(size, maxFile)),
  }
}

/** The stream of a compound file says its length first. */
export const readNative = (stream: Buffer) => readPackage(stream.subarray(4))

/** What an embedded object holds: a file inside of it, or itself. */
export function addObject(report: Report, name: string, bytes: Buffer): void {
  const files = isCompoundFile(bytes) ? filesIn(bytes, report) : []
  if (files.length === 0) addEmbedded(report, name, bytes)
  for (const file of files) addEmbedded(report, file.name, file.content)
}

function filesIn(bytes: Buffer, report: Report) {
  try {
    const entries = readCompoundFile(bytes)
    for (const missing of missingIn(entries)) addProblem(report, `an embedded object: ${missing}`)
    if (entries.some(({ path }) => /(?:^|\/)Equation Native$/i.test(path)))
      addFinding(report, 'document.equation-old')
    return entries
      .filter(({ path }) => path.endsWith('\x01Ole10Native'))
      .slice(0, 10)
      .flatMap((entry) => readNative(streamOf(report, entry, maxFile)) ?? [])
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error
    addProblem(report, `corrupt embedded object: ${error.message}`)
    return []
  }
}

export function addEmbedded(report: Report, name: string, content: Buffer): void {
  const isProgram =
    programs.has(extensionOf(name)) ||
    content.toString('latin1', 0, 2) === 'MZ' ||
    isShortcut(content.subarray(0, 76)) ||
    /^.{0,20}(?:<html|<script|<hta:|#@~\^)/is.test(content.toString('latin1', 0, 40))
  if (isDoubleExtension(name) || isProgram)
    addFinding(report, 'document.embedded-program', { name })
  else addFinding(report, 'document.embedded-file', { name })
  if (content.length > 0) addFile(report, { name, content, message: 'embedded in the document' })
}
