import {
  DamagedInstaller,
  type InstalledFile,
  readNsis,
  TooMuchInstaller,
} from '../formats/nsis.ts'
import { type Finding, finding } from '../kit/index.ts'
import { commandReason } from './installer-actions.ts'
import { Unreadable } from './libarchive.ts'
import { type Member, memberOf, TooLarge } from './member.ts'

const maxCommand = 2_000

/** The files of a setup program made with NSIS, and the texts of its script in one file. */
export function* installedFiles(
  bytes: Buffer,
  onFinding: (finding: Finding) => void,
): Generator<Member> {
  const installer = readable(() => readNsis(bytes))
  const bad = installer.texts
    .filter((text) => text.length <= maxCommand)
    .flatMap((command) => {
      const why = commandReason(command)
      return why === undefined ? [] : [{ command: command.slice(0, 300), why }]
    })
  const [first] = bad
  if (first) onFinding(finding('archive.installer-command', { name: 'NSIS', ...first }))
  if (installer.texts.length > 0)
    yield memberOf('texts.txt', Buffer.from(installer.texts.join('\n')))
  for (const file of installer.files) yield asMember(file)
  if (installer.isCutOff) throw new Unreadable('truncated')
}

const asMember = (file: InstalledFile): Member => ({
  ...memberOf(file.path, Buffer.alloc(0)),
  size: file.packedSize,
  read: async (maxBytes) => ({ content: readable(() => file.read(maxBytes)) }),
})

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooMuchInstaller) throw new TooLarge(error.message)
    if (error instanceof DamagedInstaller)
      throw new Unreadable(`contents of the NSIS installer: ${error.message}`)
    if (error instanceof RangeError) throw new Unreadable('truncated')
    throw error
  }
}
