import { asCabinet, DamagedHelp, type HelpEntry, readHelp } from '../formats/chm.ts'
import { type Finding, finding } from '../kit/index.ts'
import { Unreadable, unpack } from './libarchive.ts'
import { type Member, memberOf } from './member.ts'

/** Of all pages together, which are packed as one. */
const maxPages = 96 * 1024 * 1024

interface HelpContext {
  onProblem(reason: string): void
  onFinding(finding: Finding): void
}

/** The pages of a compiled help file of Windows; parts that the viewer makes for itself are left out. */
export async function* pagesOf(bytes: Buffer, context: HelpContext): AsyncGenerator<Member> {
  const help = readable(() => readHelp(bytes))
  const entries = help.entries.filter(({ path, size }) => /^\/[^#$]/.test(path) && size > 0)
  const pages = help.packed && (await unpackedPages(help.packed, context))
  for (const entry of entries) yield pageOf(entry, contentOf, context)

  function contentOf(entry: HelpEntry): Buffer {
    if (!entry.isPacked) return readable(() => help.read(entry))
    if (!pages || entry.offset + entry.size > pages.length)
      throw new Unreadable('its part of the file could not be unpacked')
    return pages.subarray(entry.offset, entry.offset + entry.size)
  }
}

function pageOf(
  entry: HelpEntry,
  contentOf: (entry: HelpEntry) => Buffer,
  { onFinding }: HelpContext,
): Member {
  const path = entry.path.replace(/^\/+/, '')
  return {
    ...memberOf(path, Buffer.alloc(0)),
    size: entry.size,
    async read(maxBytes) {
      const content = contentOf(entry)
      const command = /\.html?$/i.test(path) ? commandIn(content.toString('latin1')) : undefined
      if (command !== undefined) onFinding(finding('archive.help-command', { path, command }))
      return memberOf(path, content).read(maxBytes)
    },
  }
}

/** A shortcut on a page of help starts a program, and a script can click on it. */
function commandIn(page: string): string | undefined {
  const isShortcut =
    /\bvalue\s{0,5}=\s{0,5}["']?\s{0,5}shortcut\b/i.test(page) &&
    /adb880a6-d8ff-11cf-9377-00aa003b7a11/i.test(page)
  if (!isShortcut) return undefined
  for (const [tag] of page.matchAll(/<param\b[^>]{0,4000}>/gi)) {
    if (!/\bname\s{0,5}=\s{0,5}["']?item1\b/i.test(tag)) continue
    const value =
      /\bvalue\s{0,5}=\s{0,5}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s>]{1,2000}))/i.exec(tag)
    const command = (value?.[1] ?? value?.[2] ?? value?.[3] ?? '').trim()
    if (interpreters.test(command)) return command
  }
  return undefined
}

const interpreters =
  /\b(?:cmd|powershell|pwsh|mshta|wscript|cscript|rundll32|regsvr32|certutil|bitsadmin|hh|forfiles|msiexec|schtasks|conhost|curl)(?:\.exe)?\b/i

async function unpackedPages(
  packed: Parameters<typeof asCabinet>[0],
  { onProblem }: HelpContext,
): Promise<Buffer> {
  if (packed.size > maxPages)
    onProblem(`only the first ${maxPages} bytes of its pages were unpacked`)
  const parts: Buffer[] = []
  try {
    for await (const { pieces } of unpack(readable(() => asCabinet(packed, maxPages))))
      for (const piece of pieces()) parts.push(piece)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    onProblem(`pages after the first ${Buffer.concat(parts).length} bytes: ${error.message}`)
  }
  return Buffer.concat(parts)
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedHelp) throw new Unreadable(error.message)
    throw error
  }
}
