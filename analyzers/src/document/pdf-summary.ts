import { extract } from '@assay/contract/detect'
import { remoteHost } from '../formats/remote-host.ts'
import { addEmbedded } from './ole-object.ts'
import { addImages } from './pdf-images.ts'
import type { Resolve } from './pdf-object.ts'
import { type Seen, targetText } from './pdf-seen.ts'
import { bestRatio, decodeStream, maxStream } from './pdf-streams.ts'
import { isDictionary, nameOf, Reference } from './pdf-values.ts'
import {
  addFile,
  addFinding,
  addLink,
  addNoRoom,
  addProblem,
  hasRoom,
  type Report,
} from './report.ts'
import { readXfa } from './xfa.ts'

const maxScript = 1024 * 1024

/** What the report says of what was seen. */
export function summarize(report: Report, seen: Seen, resolve: Resolve): void {
  const { counts, isEncrypted } = seen
  const has = (...names: string[]) => names.some((name) => counts.has(name))
  report.details.names = Object.fromEntries(counts)
  if (isEncrypted) addFinding(report, 'document.texts-encrypted')
  if (has('JavaScript', 'JS') && (isEncrypted || !onlyFormats(seen, resolve))) {
    addFinding(report, 'document.script')
    if (seen.startsScript || has('OpenAction')) addFinding(report, 'document.script-starts')
  } else if (has('OpenAction', 'AA')) addFinding(report, 'document.action-open')
  if (has('Launch') && (isEncrypted || !seen.actions.some(isLaunch)))
    addFinding(report, 'document.launch', { target: 'a program' })
  if (has('RichMedia')) addFinding(report, 'document.flash')
  if (has('XFA')) addFinding(report, 'document.xfa')
  if (seen.isDisguised) addFinding(report, 'document.names-disguised')
  if (isEncrypted) return
  readOpened(report, seen, resolve)
  readScripts(report, seen, resolve)
  readActions(report, seen)
  readFiles(report, seen, resolve)
  readXfa(report, seen.forms, resolve)
  addImages(report, seen.images, resolve)
}

const formArgument = String.raw`(?:"[^"\\]{0,300}"|'[^'\\]{0,300}'|[\w.+\s,-])`
/** What form designers generate: numbers, dates and sums, made by functions of the reader. */
const formScript = new RegExp(
  String.raw`^(?:\s{0,20}AF(?:Number|Date|Time|Percent|Special|Simple|Range)_\w{1,20}\s?\((?:${formArgument}|new Array\s?\(${formArgument}{0,5000}\)){0,2000}\)\s?;?){1,20}\s{0,20}$`,
)

function onlyFormats({ scripts, counts }: Seen, resolve: Resolve): boolean {
  return (
    scripts.length > 0 &&
    scripts.length === counts.get('JS') &&
    scripts.every((script) => {
      const value = resolve(script)?.value
      return typeof value === 'string' && value.length < 4_000 && formScript.test(value)
    })
  )
}

function readScripts(report: Report, { scripts }: Seen, resolve: Resolve): void {
  const sources = new Set<string>()
  for (const script of scripts.slice(0, 200)) {
    const found = resolve(script)
    const { value, stream } = found ?? { value: null, stream: undefined }
    const unpacked =
      stream && isDictionary(value) ? decodeStream(value, stream, maxScript) : undefined
    if (stream && !unpacked) addProblem(report, 'a script could not be unpacked')
    const source = unpacked?.toString('latin1') ?? (typeof value === 'string' ? value : '')
    if (source !== '' && sources.size < 50) sources.add(source.slice(0, maxScript))
  }
  if (scripts.length > 200 || sources.size >= 50)
    addProblem(report, 'only the first 50 scripts were extracted')
  if (sources.size === 0) return
  report.details.scripts = [...sources].map((source) => source.slice(0, 2_000)).slice(0, 20)
  for (const [index, source] of [...sources].entries()) {
    addFile(report, {
      name: `script${index + 1}.js`,
      content: Buffer.from(source),
      message: 'script in the PDF',
    })
    for (const { dataType, value } of extract(source, { max: 100 }))
      if (dataType === 'url') addLink(report, value, 'in a script')
  }
}

function readOpened(report: Report, { opened }: Seen, resolve: Resolve): void {
  for (const action of opened) {
    const value = resolve(action)?.value
    if (value === undefined || !isDictionary(value)) continue
    const type = nameOf(value.get('S'))
    if (!['URI', 'SubmitForm', 'GoToR', 'GoToE', 'ImportData'].includes(type)) continue
    const target = targetText(type === 'URI' ? value.get('URI') : value.get('F'))
    if (/^(?:https?|ftp):/i.test(target))
      addFinding(report, 'document.opens-elsewhere', { target, action: type })
  }
}

const isLaunch = ({ type, target }: { type: string; target: string }) =>
  type === 'Launch' && target !== ''

/** As manuals link their parts. A blank would let `cmd.exe /c a.pdf` pass. */
const isPdfBeside = (target: string) => /^[^\s:\\|&<>"]{1,200}\.pdf$/i.test(target)

function readActions(report: Report, { actions }: Seen): void {
  for (const { type, target } of actions) {
    if (/^(?:https?|ftp):/i.test(target)) addLink(report, target, type === 'URI' ? 'link' : type)
    if (isLaunch({ type, target }))
      addFinding(report, isPdfBeside(target) ? 'document.launch-document' : 'document.launch', {
        target,
      })
    if ((/^\\\\|^file:\/\/[^/]/i.test(target) || remoteHost(target)) && type !== 'URI')
      addFinding(report, 'document.share', { target })
    if (/^(?:javascript|vbscript|data):/i.test(target))
      addFinding(report, 'document.link-script', { target })
  }
}

function readFiles(report: Report, { files }: Seen, resolve: Resolve): void {
  const done = new Set<number>()
  for (const { name, target } of files) {
    if (target instanceof Reference) {
      if (done.has(target.target)) continue
      done.add(target.target)
    }
    if (!hasRoom(report)) {
      addNoRoom(report)
      return
    }
    const found = resolve(target)
    // What has no room is not unpacked either: else each of a thousand bombs would be, and refused.
    const most = Math.min(2 * maxStream, report.room.left)
    const content =
      found?.stream && isDictionary(found.value)
        ? decodeStream(found.value, found.stream, most)
        : undefined
    if (!content) {
      // The attempt itself may have cost as much as it was allowed.
      report.room.left -= Math.min(most, (found?.stream?.length ?? 0) * bestRatio)
      addProblem(
        report,
        `embedded file ${name.slice(0, 200)}: unpacking failed, or larger than ${most} bytes`,
      )
    }
    addEmbedded(report, name, content ?? Buffer.alloc(0))
  }
}
