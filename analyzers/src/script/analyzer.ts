import {
  type Artifact,
  defineAnalyzer,
  type FileObservable,
  type Finding,
  finding,
  taxonomy,
} from '../kit/index.ts'
import { weighed } from './administration.ts'
import { eicar } from './calls.ts'
import { compiledLanguage } from './compiled.ts'
import { scriptDescription } from './description.ts'
import { artifactsOf, examineScript, shownLayers } from './examine.ts'
import { type Language, languageOf } from './language.ts'
import { hookFindings, type InstallHook, installHooks } from './npm-package.ts'

/** Larger files are not written by hand; generated data that is named .js may be any size. */
const maxBytes = 4 * 1024 * 1024

export const analyzer = defineAnalyzer({
  ...scriptDescription,
  async run(file, job) {
    const compiled = await compiledLanguage(file)
    if (compiled !== undefined) return ofCompiled(compiled)
    const { text, behind } = await scriptText(file)
    const hooks = text === undefined ? undefined : installHooks(text)
    if (hooks) return ofPackage(hooks)
    const isTest = text?.includes(eicar) === true && text.length < 1_000
    const language = text === undefined ? undefined : languageOf(text, file.filename)
    if (text === undefined || (language === undefined && !isTest))
      return { taxonomies: [], full: { isScript: false, ...packageGap(file) } }
    const examined = examineScript(text, language ?? 'Batch')
    const findings = [
      ...(isTest ? [finding('script.test-virus')] : []),
      ...(language === 'encoded script' ? [finding('script.jscript-encoded')] : []),
      ...(language === 'HTA' ? [finding('script.hta')] : []),
      ...formFindings(text, language),
      ...examined.findings,
    ]
    const everything = examined.layers.map((layer) => layer.text).join('\n')
    const hidden = examined.layers.length - 1
    const incomplete = [
      ...examined.incomplete,
      ...(file.size > maxBytes ? [`only the first ${maxBytes} bytes were examined`] : []),
      ...(behind > 0 ? [`${behind} non-text bytes after the script`] : []),
    ]
    const programs: Artifact[] = []
    for (const [at, program] of examined.programs.entries())
      programs.push(
        await job.fileArtifact(`hidden${at + 1}.exe`, program, { message: 'hidden in the script' }),
      )
    return {
      taxonomies: [
        taxonomy('info', 'Script', 'Language', language ?? 'test file'),
        ...(hidden > 0 ? [taxonomy('info', 'Script', 'Hidden layers', hidden)] : []),
      ],
      findings: weighed(findings, everything),
      full: {
        isScript: true,
        language: language ?? null,
        length: text.length,
        layers: shownLayers(examined),
        ...(incomplete.length > 0 ? { incomplete } : {}),
      },
      artifacts: [...artifactsOf(examined), ...programs],
    }
  },
})

/** No package is that long without filling, and half of one cannot be read. */
const packageGap = ({ filename, size }: FileObservable) =>
  size > maxBytes && /(?:^|[\\/])package\.json$/i.test(filename)
    ? { incomplete: [`larger than ${maxBytes} bytes`] }
    : {}

const ofCompiled = (language: string) => ({
  taxonomies: [taxonomy('info', 'Script', 'Language', language)],
  findings: [finding('script.compiled', { language })],
  full: {
    isScript: true,
    language,
    incomplete: [`compiled ${language} code`],
  },
})

function ofPackage(hooks: readonly InstallHook[]) {
  const examined = examineScript(hooks.map(({ command }) => command).join('\n'), 'Shell')
  return {
    taxonomies: [taxonomy('info', 'Script', 'Language', 'npm package')],
    findings: [...hookFindings(hooks), ...examined.findings],
    full: {
      isScript: true,
      language: 'npm package',
      hooks,
      layers: shownLayers(examined),
      ...(examined.incomplete.length > 0 ? { incomplete: examined.incomplete } : {}),
    },
    artifacts: artifactsOf(examined),
  }
}

function formFindings(text: string, language: Language | undefined): Finding[] {
  if (language === 'XSL') return [finding('script.scriptlet', { form: 'XSL with a script' })]
  if (language !== 'WSF') return []
  return /<(?:scriptlet|component)\b/i.test(text)
    ? [finding('script.scriptlet', { form: 'COM scriptlet' })]
    : [finding('script.wsf')]
}

const noText = { text: undefined, behind: 0 }
/** Before bytes that are not text: fewer letters occur in any file by chance. */
const shortestText = 16

const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27)

/** No text for a file that has none; with the number of following bytes that are not text. */
async function scriptText(
  file: FileObservable,
): Promise<{ text: string | undefined; behind: number }> {
  const head = await file.bytes(0, 4096)
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe
  if (file.size === 0) return noText
  if (isUtf16) return { text: (await file.bytes(0, maxBytes)).toString('utf16le', 2), behind: 0 }
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') return noText
  const isBinary = head.includes(0) || head.filter(isControl).length * 50 > head.length
  if (!isBinary) return { text: textOf(await file.bytes(0, maxBytes)), behind: 0 }
  // Interpreters run the beginning, whatever is appended.
  const end = head.findIndex(isControl)
  if (end < shortestText) return noText
  const isPadding = !head.subarray(end).some((byte) => byte !== 0)
  return { text: textOf(head.subarray(0, end)), behind: isPadding ? 0 : file.size - end }
}

const textOf = (bytes: Buffer) => bytes.toString('utf8').replace(/^\ufeff/, '')
