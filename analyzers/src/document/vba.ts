import { extract } from '@assay/contract/detect'
import { type CompoundEntry, missingIn } from '../formats/compound-file.ts'
import type { CatalogueId } from '../kit/index.ts'
import { unpackVba } from './ovba.ts'
import { addFile, addFinding, addLink, addProblem, type Report } from './report.ts'
import { streamOf } from './streams.ts'

export interface Module {
  readonly name: string
  readonly source: string
}

const maxModules = 200
const shownModules = 10
const shownSource = 8_000
const maxPacked = 8 * 1024 * 1024
const maxSource = 4 * 1024 * 1024
const maxSourceTotal = 16 * 1024 * 1024

/** The sources of the macros: listed in `dir`, or searched where that is damaged on purpose. */
export function modulesIn(entries: readonly CompoundEntry[], report: Report): Module[] {
  const found: Module[] = []
  for (const missing of missingIn(entries)) addProblem(report, missing)
  let left = maxSourceTotal
  let examined = 0
  const places = new Map<string, Map<string, number>>()
  /** Answers whether there was any code in it. */
  const add = (name: string, packed: Buffer): boolean => {
    const source = unpackVba(packed, Math.min(maxSource, left))
    if (!source || source.length === 0) return false
    left -= source.length
    const text = source.toString('latin1')
    found.push({ name, source: text })
    return /^(?!Attribute |\s*$)/m.test(text)
  }
  for (const entry of entries) {
    if (entry.kind !== 'stream' || !/(?:^|\/)VBA\/[^/]+$/i.test(entry.path)) continue
    const [name = '', folder] = [
      entry.path.split('/').at(-1),
      entry.path.slice(0, entry.path.lastIndexOf('/')),
    ]
    if (/^(?:dir|_VBA_PROJECT|__SRP_\d+)$/i.test(name)) continue
    examined += 1
    // Streams without a source count too: reading them is the work.
    if (examined > maxModules || left <= 0) {
      addProblem(report, `more than ${maxModules} modules or ${maxSourceTotal} bytes of macros`)
      break
    }
    const content = streamOf(report, entry, maxPacked)
    const listed = places.get(folder) ?? offsetsIn(entries, folder, report)
    places.set(folder, listed)
    const offset = listed.get(name.toLowerCase()) ?? searchedOffset(content)
    const hasCode =
      offset !== undefined && offset < content.length && add(name, content.subarray(offset))
    const compiled = content.toString('latin1', 0, offset ?? content.length)
    const evidence = hasCode ? undefined : compiledWords.exec(compiled)?.[0]
    if (evidence !== undefined)
      addFinding(report, 'document.macros-stomped', { module: name, evidence: evidence })
  }
  return found
}

/** Literals that only code has: found in the compiled form, though the source is empty. */
const compiledWords =
  /https?:\/\/[\x21-\x7e]{4,200}|powershell[\x20-\x7e]{0,100}|cmd(?:\.exe)? \/c[\x20-\x7e]{0,100}|wscript\.shell|[\x21-\x7e]{1,100}\.(?:exe|dll|vbs|hta|bat)\b/i

/** Where the source begins in each stream, after the compiled form. */
function offsetsIn(
  entries: readonly CompoundEntry[],
  folder: string,
  report: Report,
): Map<string, number> {
  const offsets = new Map<string, number>()
  const dir = entries.find(({ path }) => path.toLowerCase() === `${folder}/dir`.toLowerCase())
  const records = dir && unpackVba(streamOf(report, dir, 1024 * 1024), 1024 * 1024)
  if (!records) return offsets
  let stream = ''
  for (let at = 0; at + 6 <= records.length; ) {
    const id = records.readUInt16LE(at)
    // The record of the version says 4 and has 6 bytes.
    const size = id === 9 ? 6 : records.readUInt32LE(at + 2)
    const value = records.subarray(at + 6, at + 6 + size)
    if (id === 0x1a) stream = value.toString('latin1')
    if (id === 0x31 && value.length >= 4) offsets.set(stream.toLowerCase(), value.readUInt32LE(0))
    at += 6 + size
  }
  return offsets
}

/** Every module begins with `Attribute`, whose first eight characters are uncompressed. */
function searchedOffset(content: Buffer): number | undefined {
  const at = content.indexOf('\0Attribut', 0, 'latin1')
  return at >= 3 && content[at - 3] === 1 ? at - 3 : undefined
}

const startsByItself =
  /\b(?:auto_?(?:exec|open|close|new|exit)|document_?(?:open|close|new|beforeclose)|workbook_?(?:open|close|activate|beforeclose|deactivate)|onslideshow(?:pagechange|terminate)|slideshow_?(?:begin|nextslide|end)|\w{1,60}_(?:layout|gotfocus|mousemove|mousehover|painting|resize))\b/gi

type MacroFinding = Extract<CatalogueId, `document.macros-${string}`>

const keywords: readonly (readonly [id: MacroFinding, what: string, pattern: RegExp])[] = [
  [
    'document.macros-run-programs',
    'runs programs',
    /\bshell\b|wscript\.shell|shell\.application|\bwin32_process\b|\bpowershell\b|\bcmd(?:\.exe)? ?\/c|\bmshta\b|\brundll32\b|\bregsvr32\b/i,
  ],
  ['document.macros-make-objects', 'makes objects', /\b(?:createobject|getobject)\b/i],
  [
    'document.macros-download',
    'downloads',
    /urldownloadtofile|xmlhttp|winhttp|internetopen|internetreadfile|\bbitsadmin\b|certutil/i,
  ],
  [
    'document.macros-write-files',
    'writes files',
    /adodb\.stream|savetofile|\bfilecopy\b|createtextfile|for (?:binary|output) as/i,
  ],
  [
    'document.macros-call-system',
    'calls the system',
    /\bdeclare (?:ptrsafe )?(?:function|sub)\b|virtualalloc|rtlmovememory|createthread|writeprocessmemory/i,
  ],
  ['document.macros-registry', 'changes the registry', /\bregwrite\b|\bregdelete\b|savesetting/i],
  [
    'document.macros-hide',
    'hides what it does',
    /\bstrreverse\b|\bcallbyname\b|\bchrw?\$?\(\d{1,3}\) ?& ?chrw?\$?\(\d|executeexcel4macro|frombase64|bin\.base64/i,
  ],
  [
    'document.macros-look',
    'looks at the machine',
    /\benviron\$?\b|win32_computersystem|recentfiles\.count/i,
  ],
]
/** Common in everyday macros, too: these count only together with one that runs automatically. */
const ordinary: ReadonlySet<MacroFinding> = new Set([
  'document.macros-make-objects',
  'document.macros-write-files',
  'document.macros-look',
  'document.macros-call-system',
] as const)

function namesThatStart(source: string): string[] {
  const found = new Set<string>()
  let count = 0
  for (const [name] of source.matchAll(startsByItself)) {
    found.add(name)
    count += 1
    if (found.size >= 50 || count >= 10_000) break
  }
  return [...found]
}

export function addMacros(report: Report, modules: readonly Module[]): void {
  if (modules.length === 0) return
  const source = modules.map(({ source }) => source).join('\n')
  const starts = namesThatStart(source)
  const does = keywords.flatMap(([id, what, pattern]) => {
    const [evidence] = pattern.exec(source) ?? []
    return evidence === undefined ? [] : [{ id, what, evidence }]
  })
  addFinding(report, 'document.macros', { modules: modules.length })
  if (starts.length > 0) addFinding(report, 'document.macros-start', { names: starts.join(', ') })
  for (const { id, evidence } of does)
    if (starts.length > 0 || !ordinary.has(id)) addFinding(report, id, { evidence })
  report.details.macros = {
    modules: modules.map(({ name, source }, at) => ({
      name,
      length: source.length,
      // Enough to be read in the report; the whole is among the files.
      ...(at < shownModules ? { source: source.slice(0, shownSource) } : {}),
    })),
    startsByItself: starts,
    does: does.map(({ what }) => what),
  }
  for (const { dataType, value } of extract(source.slice(0, maxSource), { max: 200 }))
    if (dataType === 'url') addLink(report, value, 'in a macro')
  for (const { name, source } of modules)
    addFile(report, {
      name: `${name}.bas`,
      content: Buffer.from(source, 'latin1'),
      message: 'macro',
    })
}
