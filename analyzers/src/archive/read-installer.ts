import { DamagedCompoundFile, readCompoundFile } from '../formats/compound-file.ts'
import { Unreadable } from './libarchive.ts'
import { type Member, memberOf, TooLarge } from './member.ts'

/** Names are packed: two letters of these in one sign, or one. */
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._'
const table = 0x4840

/**
 * What a package of Windows Installer carries: its cabinets, its programs for actions of its own, and
 * all texts of its tables in one file, in which commands stand.
 */
export function* streamsOf(bytes: Buffer): Generator<Member> {
  for (const entry of entriesOf(bytes)) {
    if (entry.kind !== 'stream' || entry.size === 0) continue
    const packed = entry.path.split('/').at(-1) ?? ''
    const isTable = packed.charCodeAt(0) === table
    const name = unpackedName(isTable ? packed.slice(1) : packed)
    if (name.startsWith('\x05') || (isTable && name !== '_StringData')) continue
    yield {
      ...memberOf(isTable ? 'texts.txt' : name, Buffer.alloc(0)),
      size: entry.size,
      async read(maxBytes) {
        if (entry.size > maxBytes) throw new TooLarge(`it has more than ${maxBytes} bytes`)
        return { content: readable(() => entry.read(maxBytes)) }
      },
    }
  }
}

const entriesOf = (bytes: Buffer) => readable(() => readCompoundFile(bytes))

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
