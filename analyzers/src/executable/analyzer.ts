import { endOfProgram } from '../formats/program-end.ts'
import { defineAnalyzer, fail, taxonomy } from '../kit/index.ts'
import { type Appended, appendedFindings, appendedTo } from './appended.ts'
import { executableDescription } from './description.ts'
import { readElf } from './elf.ts'
import { isMachO, readMachO } from './macho.ts'
import { isElf, looksLikeMz } from './marks.ts'
import { readPe } from './pe.ts'
import { DamagedProgram, type Program } from './program.ts'

/** Headers, code and imports come first; the rest of larger files is data to unpack. */
const maxRead = 64 * 1024 * 1024
const maxAttached = 32 * 1024 * 1024
const shownSections = 200

export const analyzer = defineAnalyzer({
  ...executableDescription,
  async run(file, job) {
    const head = await file.bytes(0, 4096)
    const read = readerFor(head)
    if (!read) return { taxonomies: [], full: { isExecutable: false } }
    const bytes = await file.bytes(0, maxRead)
    const program = withAppended(
      parsed(() => read(bytes, file.size)),
      bytes,
      isElf(head) ? await endOfProgram(file, bytes.subarray(0, 65_536)) : undefined,
      file.size,
    )
    const attached = program.details.overlay as Overlay | null | undefined
    const handedOut = attached && appendedNames[attached.kind]
    const tooLong = `only the first ${maxRead} bytes were examined`
    const isTooLong = file.size > maxRead
    const incomplete = [
      // Data beyond the limit is not missing from the file.
      ...(isTooLong ? [tooLong] : [...missingIn(program, file.size), ...program.problems]),
      ...(attached?.kind === 'bundle'
        ? ['contents of the .NET files appended to the program']
        : []),
    ]
    return {
      taxonomies: [
        taxonomy('info', 'Executable', 'Format', program.format),
        taxonomy('info', 'Executable', 'Architecture', program.architecture.slice(0, 60)),
      ],
      findings: program.traits,
      full: {
        isExecutable: true,
        format: program.format,
        architecture: program.architecture,
        kind: program.kind,
        ...program.details,
        sections: program.sections.slice(0, shownSections),
        problems: [...program.problems, ...(isTooLong ? [tooLong] : [])],
        ...(incomplete.length > 0 ? { incomplete } : {}),
      },
      artifacts: handedOut
        ? [
            await job.fileArtifact(
              handedOut,
              await file.bytes(attached.offset + attached.at, maxAttached),
              { message: `${attached.kind} appended to the program` },
            ),
          ]
        : [],
    }
  },
})

function readerFor(head: Buffer): ((bytes: Buffer, size: number) => Program) | undefined {
  if (looksLikeMz(head)) return readPe
  if (isElf(head)) return readElf
  return isMachO(head) ? readMachO : undefined
}

function parsed(read: () => Program): Program {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedProgram) fail(`The executable is corrupt: ${error.message}`)
    throw error
  }
}

type Overlay = Appended & { readonly offset: number; readonly size: number }

/** Worth a separate look; archives are opened by their analyzer, in the file as it is. */
const appendedNames: Readonly<Partial<Record<Appended['kind'], string>>> = {
  program: 'overlay.exe',
  script: 'overlay.hta',
}

function missingIn({ sections }: Program, fileSize: number): string[] {
  const cut = sections.find(({ offset, size }) => size > 0 && offset + size > fileSize)
  if (!cut) return []
  const end = cut.offset + cut.size
  return [`truncated: section ${cut.name} ends at ${end}, the file at ${fileSize}`]
}

/** A Windows program knows its end from its own header. */
function withAppended(
  program: Program,
  bytes: Buffer,
  end: number | undefined,
  size: number,
): Program {
  const isRun = /^(?:program|library)/.test(program.kind)
  if (end === undefined || !isRun || end >= Math.min(size, bytes.length)) return program
  const appended = appendedTo(bytes, end, bytes.length)
  const isProgram = appended.kind === 'program'
  const overlay = { offset: end, size: size - end, ...appended, isProgram }
  return {
    ...program,
    traits: [...program.traits, ...appendedFindings(appended, overlay.size)],
    details: { ...program.details, overlay },
  }
}
