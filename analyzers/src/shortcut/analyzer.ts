import { beginsLikeShortcut, isShortcut } from '../formats/shortcut-head.ts'
import { type Artifact, artifact, defineAnalyzer, finding, taxonomy } from '../kit/index.ts'
import { artifactsOf, examineScript, shownLayers } from '../script/examine.ts'
import { shortcutDescription } from './description.ts'
import { shortcutFindings } from './examine.ts'
import type { OtherForm } from './form.ts'
import { readOtherForm } from './other-forms.ts'
import { readShortcut } from './read.ts'

/** Longer files have appended data: Windows reads the beginning. */
const maxBytes = 4 * 1024 * 1024
/** For the other formats, which are a few lines; consoles contain images. */
const maxText = 1024 * 1024

export const analyzer = defineAnalyzer({
  ...shortcutDescription,
  async run(file, job) {
    const head = await file.bytes(0, 76)
    if (!isShortcut(head) && beginsLikeShortcut(head))
      return {
        taxonomies: [],
        full: { isShortcut: true, incomplete: ['truncated inside its header'] },
      }
    if (!isShortcut(head)) {
      const bytes = await file.bytes(0, maxText)
      const address = file.size < 65_536 ? internetAddress(bytes) : undefined
      if (address) return ofAddress(address)
      const other = file.size <= maxText ? readOtherForm(bytes) : undefined
      return other ? ofOther(other) : { taxonomies: [], full: { isShortcut: false } }
    }
    const bytes = await file.bytes(0, maxBytes)
    const { isCutOff, ...shortcut } = readShortcut(bytes)
    const incomplete = [
      ...(isCutOff && file.size <= maxBytes ? ['truncated: end of file missing'] : []),
      ...(file.size > maxBytes ? [`only the first ${maxBytes} bytes were examined`] : []),
    ]
    const attached = shortcut.attached + Math.max(0, file.size - maxBytes)
    const command = `${shortcut.target} ${shortcut.arguments}`
    const examined = examineScript(command, 'Batch')
    const files: Artifact[] = []
    if (attached > 1024)
      files.push(
        await job.fileArtifact('attached.bin', bytes.subarray(bytes.length - shortcut.attached), {
          message: 'appended to the shortcut',
        }),
      )
    return {
      taxonomies: [taxonomy('info', 'Shortcut', 'Target', shortcut.target.slice(-60) || 'none')],
      findings: [
        ...shortcutFindings({ ...shortcut, attached, isCutOff }, file.filename),
        ...examined.findings,
      ],
      full: {
        isShortcut: true,
        ...shortcut,
        arguments: shortcut.arguments.slice(0, 10_000),
        attached,
        layers: shownLayers(examined),
        ...(incomplete.length > 0 ? { incomplete } : {}),
      },
      artifacts: [...artifactsOf(examined), ...files],
    }
  },
})

function ofOther({ form, target, findings }: OtherForm) {
  const examined = examineScript(target, 'Batch')
  return {
    taxonomies: [taxonomy('info', 'Shortcut', 'Form', form)],
    findings: [...findings, ...examined.findings],
    full: { isShortcut: true, form, target, layers: shownLayers(examined) },
    artifacts: artifactsOf(examined),
  }
}

interface InternetShortcut {
  readonly url: string
  readonly icon: string
}

/** `[InternetShortcut]`: an address in a file, which may be that of a program on a share. */
function internetAddress(bytes: Buffer): InternetShortcut | undefined {
  const text = bytes.toString('latin1')
  if (!/^\s{0,100}(?:\xef\xbb\xbf)?\[(?:\{[0-9A-F-]{36}\}|InternetShortcut)/i.test(text))
    return undefined
  const url = /^URL=([^\r\n]{1,2000})/im.exec(text)?.[1]?.trim()
  const icon = /^IconFile=([^\r\n]{1,2000})/im.exec(text)?.[1]?.trim() ?? ''
  return url === undefined ? undefined : { url, icon }
}

const ofAddress = ({ url, icon }: InternetShortcut) => ({
  taxonomies: [taxonomy('info', 'Shortcut', 'Target', url.slice(0, 60))],
  findings: [
    ...(/^(?:file:\/{2,5}[^/]|\\\\)/i.test(url)
      ? [finding('shortcut.target-remote', { target: url })]
      : []),
    ...(/^(?:\\\\|https?:|file:\/\/)/i.test(icon) && !/^https?:.{1,200}favicon/i.test(icon)
      ? [finding('shortcut.icon-remote', { icon })]
      : []),
  ],
  full: { isShortcut: true, target: url, icon },
  artifacts: /^https?:/i.test(url)
    ? [artifact('url', url, { kind: 'redirects to', message: 'shortcut target' })]
    : [],
})
