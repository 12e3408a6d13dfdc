import { extensionOf, isDoubleExtension, programs } from '../formats/risky-names.ts'
import { type Artifact, defineAnalyzer, type Finding, finding, taxonomy } from '../kit/index.ts'
import { onenoteDescription } from './description.ts'
import { embeddedFiles, isOneNote, statedLength } from './read.ts'

const maxBytes = 64 * 1024 * 1024

export const analyzer = defineAnalyzer({
  ...onenoteDescription,
  async run(file, job) {
    if (!isOneNote(await file.bytes(0, 16))) return { taxonomies: [], full: { isOneNote: false } }
    const bytes = await file.bytes(0, maxBytes)
    const { files, names, incomplete } = embeddedFiles(bytes)
    const findings: Finding[] = []
    const artifacts: Artifact[] = []
    for (const { name, content } of files) {
      const runs = programs.has(extensionOf(name)) || isDoubleExtension(name)
      const isProgram = content.toString('latin1', 0, 2) === 'MZ'
      findings.push(
        runs || isProgram
          ? finding('onenote.program', { name })
          : finding('onenote.file', { name, bytes: content.length }),
      )
      artifacts.push(
        await job.fileArtifact(name, content, {
          kind: 'contains',
          message: `file ${name}`,
          path: name,
        }),
      )
    }
    // A name without its file: the file is elsewhere or damaged, the trap is the same.
    if (!findings.some(({ id }) => id === 'onenote.program')) {
      const trap = names.find((name) => programs.has(extensionOf(name)))
      if (trap !== undefined) findings.push(finding('onenote.program', { name: trap }))
    }
    const stated = statedLength(bytes)
    const gaps = [
      ...incomplete,
      ...(stated > file.size ? [`truncated: ${file.size} of ${stated} bytes present`] : []),
      ...(file.size > maxBytes ? [`only the first ${maxBytes} bytes were examined`] : []),
    ]
    return {
      taxonomies: [taxonomy('info', 'OneNote', 'Files', files.length)],
      findings,
      full: {
        isOneNote: true,
        files: files.map(({ name, content }) => ({ name, size: content.length })),
        ...(gaps.length > 0 ? { incomplete: gaps } : {}),
      },
      artifacts,
    }
  },
})
