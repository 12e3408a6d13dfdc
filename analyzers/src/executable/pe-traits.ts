import { type CatalogueId, type Finding, finding } from '../kit/index.ts'
import { type Appended, appendedFindings } from './appended.ts'
import type { Imports } from './pe-imports.ts'
import { packerNames, type Section } from './program.ts'

export interface PeFacts {
  readonly sections: readonly Section[]
  readonly imports: Imports
  readonly entry: number
  readonly isLibrary: boolean
  readonly isDotNet: boolean
  readonly isSigned: boolean
  readonly hasTlsCallbacks: boolean
  readonly exports: readonly string[]
  readonly overlay: (Appended & { readonly size: number }) | null
}

/** Code that is compiled lies between 5.5 and 6.8 bits per byte. */
const packedEntropy = 7.2

export function traitsOf(facts: PeFacts): Finding[] {
  return [
    ...facts.sections.flatMap((section) => sectionTraits(section)),
    ...entryTraits(facts),
    ...importTraits(facts),
    ...(facts.overlay ? appendedFindings(facts.overlay, facts.overlay.size) : []),
    ...exportFindings(facts),
    finding(facts.isSigned ? 'executable.signed' : 'executable.unsigned'),
    ...(facts.hasTlsCallbacks ? [finding('executable.tls')] : []),
  ]
}

/** What a host program calls as soon as it loads the library. */
function exportFindings({ exports, isSigned }: PeFacts): Finding[] {
  const addIn = exports.find((name) => /^xlAutoOpen$/i.test(name))
  if (addIn !== undefined && !isSigned) return [finding('executable.excel-addin', { name: addIn })]
  const loader = exports.find((name) => /reflective_?loader/i.test(name))
  return loader === undefined ? [] : [finding('executable.reflective-loader', { name: loader })]
}

function sectionTraits(section: Section): Finding[] {
  const packer = packerNames.find(([pattern]) => pattern.test(section.name))?.[1]
  const isCode = section.flags.endsWith('x')
  const isPacked = isCode && section.size >= 4096 && (section.entropy ?? 0) >= packedEntropy
  const found: Finding[] = []
  const say = (id: CatalogueId, evidence: Record<string, string | number> = {}) =>
    found.push(finding(id, { section: section.name, ...evidence }))
  if (packer) say('executable.packer', { packer })
  if (section.flags.includes('wx')) say('executable.writable-code')
  if (isPacked) say('executable.packed-code', { entropy: section.entropy ?? 0 })
  if (isCode && section.size === 0 && section.virtualSize > 0) say('executable.filled-at-run')
  return found
}

function entryTraits({ sections, entry, isLibrary, isDotNet }: PeFacts): Finding[] {
  // Libraries need none, and that of .NET is only for Windows 98.
  if ((isLibrary && entry === 0) || isDotNet || sections.length === 0) return []
  const index = sections.findIndex(
    ({ address, virtualSize, size }) =>
      entry >= address && entry < address + Math.max(virtualSize, size),
  )
  const found = sections[index]
  if (!found) return [finding('executable.entry-outside', { address: hex(entry) })]
  if (!found.flags.endsWith('x'))
    return [finding('executable.entry-no-code', { section: found.name })]
  if (index === sections.length - 1 && sections.length > 2)
    return [finding('executable.entry-last', { section: found.name })]
  return []
}

const hex = (address: number) => `0x${address.toString(16)}`

interface ImportGroup {
  readonly id: CatalogueId
  /** One of every list must be imported. */
  readonly needs: readonly (readonly string[])[]
}

const groups: readonly ImportGroup[] = [
  {
    id: 'executable.injection',
    needs: [
      ['WriteProcessMemory', 'NtWriteVirtualMemory', 'NtMapViewOfSection'],
      [
        'CreateRemoteThread',
        'CreateRemoteThreadEx',
        'NtCreateThreadEx',
        'RtlCreateUserThread',
        'QueueUserAPC',
        'SetThreadContext',
        'NtSetContextThread',
      ],
    ],
  },
  {
    id: 'executable.key-logging',
    needs: [
      ['GetAsyncKeyState', 'GetKeyboardState'],
      ['SetWindowsHookExA', 'SetWindowsHookExW'],
    ],
  },
  {
    id: 'executable.download',
    needs: [
      [
        'URLDownloadToFileA',
        'URLDownloadToFileW',
        'URLDownloadToCacheFileA',
        'URLDownloadToCacheFileW',
      ],
    ],
  },
  {
    id: 'executable.credentials',
    needs: [
      [
        'MiniDumpWriteDump',
        'CredEnumerateA',
        'CredEnumerateW',
        'LsaRetrievePrivateData',
        'SamIConnect',
      ],
    ],
  },
  {
    id: 'executable.debuggers',
    needs: [
      ['NtQueryInformationProcess', 'CheckRemoteDebuggerPresent', 'NtSetInformationThread'],
      ['IsDebuggerPresent', 'OutputDebugStringA', 'OutputDebugStringW'],
    ],
  },
]

function importTraits({ imports, isDotNet, isLibrary, sections }: PeFacts): Finding[] {
  const names = new Set(imports.libraries.flatMap(({ functions }) => functions))
  const found = groups
    .map(({ id, needs }) => ({
      id,
      used: needs.map((oneOf) => oneOf.find((one) => names.has(one))),
    }))
    .filter(({ used }) => !used.includes(undefined))
    .map(({ id, used }) => finding(id, { functions: used.join(', ') }))
  const isBare =
    !isDotNet &&
    !isLibrary &&
    imports.count > 0 &&
    imports.count <= 8 &&
    names.has('GetProcAddress')
  const isLarge = sections.some(({ size }) => size > 16_384)
  return isBare && isLarge
    ? [...found, finding('executable.few-imports', { count: imports.count })]
    : found
}
