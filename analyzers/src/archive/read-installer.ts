import {
  type CompoundEntry,
  DamagedCompoundFile,
  readCompoundFile,
} from '../formats/compound-file.ts'
import { DamagedTables, msiTables } from '../formats/msi-tables.ts'
import type { Finding } from '../kit/index.ts'
import { actionFindings, type InstallerAction, installerActions } from './installer-actions.ts'
import { Unreadable } from './libarchive.ts'
import { type Member, memberOf, TooLarge } from './member.ts'

/** Names are packed: two of these characters in one, or a single one. */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._'
const table = 0x4840
const maxTable = 32 * 1024 * 1024

export interface InstallerContext {
  onProblem(reason: string): void
  onFinding(finding: Finding): void
}

/**
 * What a Windows Installer package contains: its cabinets, the programs and scripts of its custom
 * actions, the commands that it runs, and all texts of its tables in one file.
 */
export function* streamsOf(bytes: Buffer, context: InstallerContext): Generator<Member> {
  const entries = readable(() => readCompoundFile(bytes))
  // Also of what is no member: the root, whose table of sectors it is, and the tables of the package.
  if (entries.some(({ isCutOff }) => isCutOff)) context.onProblem('truncated: end of file missing')
  const streams = entries.flatMap((entry) => {
    if (entry.kind !== 'stream' || entry.size === 0) return []
    const packed = entry.path.split('/').at(-1) ?? ''
    const isTable = packed.charCodeAt(0) === table
    return [{ entry, isTable, name: unpackedName(isTable ? packed.slice(1) : packed) }]
  })
  const tables = new Map(
    streams.filter(({ isTable }) => isTable).map(({ name, entry }) => [name, entry]),
  )
  const isSigned = streams.some(({ name }) => name === '\x05DigitalSignature')
  yield* actionsOf(tables, isSigned, context)
  for (const { entry, isTable, name } of streams) {
    if (name.startsWith('\x05') || (isTable && name !== '_StringData')) continue
    yield {
      ...memberOf(isTable ? 'texts.txt' : name, Buffer.alloc(0)),
      size: entry.size,
      async read(maxBytes) {
        if (entry.isCutOff) throw new Unreadable('truncated')
        if (entry.size > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`)
        return { content: readable(() => entry.read(maxBytes)) }
      },
    }
  }
}

function* actionsOf(
  tables: ReadonlyMap<string, CompoundEntry>,
  isSigned: boolean,
  { onFinding, onProblem }: InstallerContext,
): Generator<Member> {
  let actions: InstallerAction[]
  try {
    const read = msiTables({
      table: (name) => {
        const entry = tables.get(name)
        if (entry !== undefined && entry.size > maxTable)
          throw new DamagedTables(`${name} is larger than ${maxTable} bytes`)
        return entry?.read(maxTable)
      },
    })
    actions = installerActions(read.rows)
    const installsFiles = read.rows('File').length > 0
    // A patch or a transform changes another package, and has no files in its own tables.
    const isWhole = read.names.includes('InstallExecuteSequence')
    for (const one of actionFindings(actions, {
      installsFiles: installsFiles || !isWhole,
      isSigned,
    }))
      onFinding(one)
  } catch (error) {
    if (!(error instanceof DamagedTables || error instanceof DamagedCompoundFile)) throw error
    onProblem(`installer tables: ${error.message}`)
    return
  }
  const commands = actions.filter(({ extension, text }) => extension && text.trim() !== '')
  for (const { name, text, extension } of commands)
    yield memberOf(`CustomAction/${name}.${extension}`, Buffer.from(text))
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedCompoundFile) throw new Unreadable(error.message)
    throw error
  }
}

const unpackedName = (packed: string): string =>
  [...packed]
    .map((letter) => {
      const code = letter.charCodeAt(0) - 0x3800
      if (code < 0 || code >= 0x1040) return letter
      return code < 0x1000
        ? `${letters[code & 63]}${letters[code >> 6]}`
        : (letters[code - 0x1000] as string)
    })
    .join('')
