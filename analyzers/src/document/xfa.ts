import { extract } from '@assay/contract/detect'
import { elementsOf } from '../formats/elements.ts'
import { remoteHost } from '../formats/remote-host.ts'
import { unescapeXml } from '../formats/unescape-xml.ts'
import type { Resolve } from './pdf-object.ts'
import { decodeStream } from './pdf-streams.ts'
import { isDictionary, type Value } from './pdf-values.ts'
import { addFile, addFinding, addLink, addProblem, type Report } from './report.ts'

const maxForm = 8 * 1024 * 1024
const maxScripts = 50

/** What reaches out of the form, or hides what it does. Forms calculate, check and ask for attention. */
const reaching =
  /\b(?:launchURL|gotoURL|getURL|submitForm|mailMsg|exportDataObject|importDataObject|openDoc|newDoc|saveAs|importTextData|SOAP|Net\.HTTP|ADBC|spawn|Collab\.\w{3,30}|media\.newPlayer|printSeps|getIcon|customDictionaryOpen|unescape|fromCharCode|eval)\s{0,3}[.(]|%u[0-9a-f]{4}%u[0-9a-f]{4}|ActiveXObject|\\x[0-9a-f]{2}\\x[0-9a-f]{2}\\x[0-9a-f]{2}\\x[0-9a-f]{2}/i
/** Happens without the reader. */
const byItself =
  /\bactivity\s{0,3}=\s{0,3}["'](?:initialize|docReady|ready|preOpen|docOpen|indexChange|postOpen|form:ready|layout:ready)["']|\bref\s{0,3}=\s{0,3}["']\$(?:host|form|layout)["']/i

/** Forms in XML, whose scripts are seen neither by name nor as actions of the PDF. */
export function readXfa(report: Report, forms: readonly Value[], resolve: Resolve): void {
  let text = ''
  for (const form of forms)
    for (const part of partsOf(form, resolve)) {
      const found = resolve(part)
      if (typeof found?.value === 'string') continue
      const bytes =
        found?.stream && isDictionary(found.value)
          ? decodeStream(found.value, found.stream, maxForm)
          : undefined
      if (bytes && text.length < maxForm) text += `${bytes.toString('utf8')}\n`
      else addProblem(report, 'part of its XFA form is unreadable')
    }
  if (text !== '') judge(report, text)
}

/** One stream, or names and streams in turn. */
function partsOf(form: Value, resolve: Resolve): readonly Value[] {
  const value = resolve(form)?.value
  return Array.isArray(value) ? value.filter((_, at) => at % 2 === 1).slice(0, 100) : [form]
}

function judge(report: Report, text: string): void {
  const remote =
    /(?:<\?xml-stylesheet\b[^>]{0,500}\bhref|<!ENTITY\b[^>]{0,300}\bSYSTEM|\b(?:target|href|uri|source))\s{0,3}=?\s{0,3}["']((?:\\\\|file:)[^"']{3,500})["']/gi
  const share = [...text.matchAll(remote)]
    .map(([, target = '']) => target)
    .find((target) => remoteHost(target))
  if (share !== undefined) addFinding(report, 'document.share', { target: share })
  const scripts = elementsOf(text, 'script', maxScripts)
    .map(({ index, attributes, text: source }) => ({
      source: unescapeXml(source),
      startsByItself: byItself.test(tagsBefore(text, index)),
      isJavaScript: /javascript/i.test(attributes),
    }))
    .filter(({ source }) => source.trim() !== '')
  if (scripts.length === 0) return
  addFinding(report, 'document.xfa-code')
  // The program with which authorities draw such forms writes its name into them, and scripts as well.
  const isDesigned = /<\?(?:templateDesigner|originalXFAVersion)\b/.test(text)
  const started = scripts.filter(({ startsByItself }) => startsByItself)
  const worst =
    started.find(({ source }) => reaching.test(source)) ??
    (isDesigned ? undefined : started.find(({ isJavaScript }) => isJavaScript))
  if (worst)
    addFinding(report, 'document.xfa-script', { evidence: worst.source.trim().slice(0, 200) })
  const all = scripts.map(({ source }) => source).join('\n\n')
  addFile(report, { name: 'xfa.js', content: Buffer.from(all), message: 'script in the XFA form' })
  for (const { dataType, value } of extract(all.slice(0, 1_000_000), { max: 100 }))
    if (dataType === 'url') addLink(report, value, 'in a script')
}

/** From the last event on: when the script runs. */
function tagsBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - 400), index)
  return before.slice(Math.max(0, before.lastIndexOf('event')))
}
