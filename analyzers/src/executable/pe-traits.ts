import type { Imports } from './pe-imports.ts'
import { fact, packerNames, type Section, suspicious, type Trait } from './program.ts'

export interface PeFacts {
  readonly sections: readonly Section[]
  readonly imports: Imports
  readonly entry: number
  readonly isLibrary: boolean
  readonly isDotNet: boolean
  readonly isSigned: boolean
  readonly hasTlsCallbacks: boolean
  readonly overlay: { readonly size: number; readonly isProgram: boolean } | null
}

/** Code that is compiled lies between 5.5 and 6.8 bits per byte. */
const packedEntropy = 7.2

export function traitsOf(facts: PeFacts): Trait[] {
  return [
    ...facts.sections.flatMap((section) => sectionTraits(section)),
    ...entryTraits(facts),
    ...importTraits(facts),
    ...(facts.overlay?.isProgram
      ? [suspicious('Overlay', 'program', 'Behind its end another program is attached')]
      : facts.overlay
        ? [fact('Overlay', `${facts.overlay.size} bytes`, 'Behind its end more data is attached')]
        : []),
    fact(
      'Signature',
      facts.isSigned ? 'present' : 'none',
      facts.isSigned ? 'It carries a signature, which was not checked' : 'It carries no signature',
    ),
    ...(facts.hasTlsCallbacks
      ? [fact('TLS', 'present', 'Code may run before its entry point (TLS)')]
      : []),
  ]
}

function sectionTraits(section: Section): Trait[] {
  const packer = packerNames.find(([pattern]) => pattern.test(section.name))?.[1]
  const isCode = section.flags.endsWith('x')
  const isPacked = isCode && section.size >= 4096 && (section.entropy ?? 0) >= packedEntropy
  return [
    ...(packer
      ? [suspicious('Packer', packer, `The section ${section.name} is made by ${packer}`)]
      : []),
    ...(section.flags.includes('wx')
      ? [suspicious('Section', 'writable code', `${section.name} can be written and executed`)]
      : []),
    ...(isPacked
      ? [
          suspicious(
            'Section',
            'packed code',
            `${section.name} has an entropy of ${section.entropy}`,
          ),
        ]
      : []),
    ...(isCode && section.size === 0 && section.virtualSize > 0
      ? [
          suspicious(
            'Section',
            'filled when it runs',
            `${section.name} is code and empty in the file`,
          ),
        ]
      : []),
  ]
}

function entryTraits({ sections, entry, isLibrary, isDotNet }: PeFacts): Trait[] {
  // Libraries need none, and that of .NET is only for Windows 98.
  if ((isLibrary && entry === 0) || isDotNet || sections.length === 0) return []
  const index = sections.findIndex(
    ({ address, virtualSize, size }) =>
      entry >= address && entry < address + Math.max(virtualSize, size),
  )
  const found = sections[index]
  if (!found) return [suspicious('Entry point', 'outside', 'It begins outside of its sections')]
  if (!found.flags.endsWith('x'))
    return [suspicious('Entry point', 'no code', `It begins in ${found.name}, which is no code`)]
  if (index === sections.length - 1 && sections.length > 2)
    return [
      suspicious('Entry point', 'last section', `It begins in its last section ${found.name}`),
    ]
  return []
}

interface ImportGroup {
  readonly name: string
  readonly explanation: string
  /** One of every list must be imported. */
  readonly needs: readonly (readonly string[])[]
}

const groups: readonly ImportGroup[] = [
  {
    name: 'injection',
    explanation: 'It can write into another process and start code there',
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
    name: 'key logging',
    explanation: 'It can watch what is typed in other programs',
    needs: [
      ['GetAsyncKeyState', 'GetKeyboardState'],
      ['SetWindowsHookExA', 'SetWindowsHookExW'],
    ],
  },
  {
    name: 'download',
    explanation: 'It can load a file from the network with one call',
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
    name: 'credentials',
    explanation: 'It can read stored passwords or the memory that holds them',
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
    name: 'hiding from debuggers',
    explanation: 'It asks in an unusual way whether it is being watched',
    needs: [
      ['NtQueryInformationProcess', 'CheckRemoteDebuggerPresent', 'NtSetInformationThread'],
      ['IsDebuggerPresent', 'OutputDebugStringA', 'OutputDebugStringW'],
    ],
  },
]

function importTraits({ imports, isDotNet, isLibrary, sections }: PeFacts): Trait[] {
  const names = new Set(imports.libraries.flatMap(({ functions }) => functions))
  const found = groups
    .filter(({ needs }) => needs.every((oneOf) => oneOf.some((name) => names.has(name))))
    .map(({ name, explanation }) => suspicious('Imports', name, explanation))
  const isBare =
    !isDotNet &&
    !isLibrary &&
    imports.count > 0 &&
    imports.count <= 8 &&
    names.has('GetProcAddress')
  const isLarge = sections.some(({ size }) => size > 16_384)
  return isBare && isLarge
    ? [
        ...found,
        suspicious(
          'Imports',
          'few',
          'It imports next to nothing and looks the rest up when it runs',
        ),
      ]
    : found
}
