import { defineAnalyzer, type FileObservable, fail, taxonomy } from '../kit/index.ts'
import { executableDescription } from './description.ts'
import { isElf, readElf } from './elf.ts'
import { isMachO, readMachO } from './macho.ts'
import { looksLikeMz, readPe } from './pe.ts'
import { DamagedProgram, type Program } from './program.ts'

/** Headers, code and imports stand in front; what follows in larger files is data to unpack. */
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
    const program = parsed(() => read(bytes, file.size))
    const attached = attachedProgram(program)
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
        problems: [
          ...program.problems,
          ...(file.size > maxRead ? [`only its first ${maxRead} bytes were looked at`] : []),
        ],
      },
      artifacts: attached
        ? [
            await job.fileArtifact('overlay.exe', await attachedBytes(file, attached.offset), {
              message: 'program behind the end of the program',
            }),
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
    if (error instanceof DamagedProgram) fail(`The program is damaged: ${error.message}`)
    throw error
  }
}

function attachedProgram({ details }: Program): { offset: number } | undefined {
  const overlay = details.overlay as { offset: number; isProgram: boolean } | null | undefined
  return overlay?.isProgram ? overlay : undefined
}

const attachedBytes = (file: FileObservable, offset: number) => file.bytes(offset, maxAttached)
