import type { RandomAccess } from '../formats/random-access.ts'
import { remoteHost } from '../formats/remote-host.ts'
import { unescapeXml } from '../formats/unescape-xml.ts'
import { DamagedZip, readZipEntry, type ZipEntry } from '../formats/zip.ts'
import { addOdfFormulas } from './formulas.ts'
import { addObject } from './ole-object.ts'
import { addFinding, addLink, addProblem, emptyReport, type Report } from './report.ts'
import { addMacros } from './vba.ts'
import { entriesOf } from './zip-entries.ts'

const maxPart = 16 * 1024 * 1024
const maxParts = 200

const forms: Readonly<Record<string, string>> = {
  text: 'OpenDocument text',
  spreadsheet: 'OpenDocument table',
  presentation: 'OpenDocument presentation',
  graphics: 'OpenDocument drawing',
}

/** Undefined for zip files that are not LibreOffice documents. */
export async function readOdf(source: RandomAccess): Promise<Report | undefined> {
  const entries = await entriesOf(source)
  const kind = entries.find(({ name }) => name === 'mimetype')
  if (!kind || !entries.some(({ name }) => name === 'content.xml')) return undefined
  const read = async (entry: ZipEntry, report?: Report) => {
    try {
      return await readZipEntry(source, entry, maxPart)
    } catch (error) {
      if (!(error instanceof DamagedZip)) throw error
      if (report) addProblem(report, error.message)
      return undefined
    }
  }
  const type = /opendocument\.(\w{1,20})/.exec((await read(kind))?.toString('latin1') ?? '')?.[1]
  if (type === undefined) return undefined
  const report = emptyReport(forms[type] ?? 'OpenDocument')
  const modules: { name: string; source: string }[] = []
  for (const entry of entries.filter(({ name }) => isWanted(name)).slice(0, maxParts)) {
    const bytes = await read(entry, report)
    if (!bytes) continue
    const { name } = entry
    if (name === 'META-INF/manifest.xml') {
      if (/encryption-data/.test(bytes.toString('utf8'))) addFinding(report, 'document.encrypted')
    } else if (/\.xml$/i.test(name)) {
      const text = bytes.toString('utf8')
      if (/^Basic\//.test(name)) {
        const code = /<script:module\b[^>]{0,500}>([\s\S]{0,4000000})<\/script:module>/.exec(
          text,
        )?.[1]
        if (code !== undefined) modules.push({ name: baseOf(name), source: unescapeXml(code) })
      } else judgeContent(report, text)
    } else if (/^Scripts\//.test(name))
      addFinding(report, 'document.odf-script', { name, language: name.split('/')[1] ?? '' })
    else addObject(report, baseOf(name), bytes)
  }
  for (const { name } of modules)
    addFinding(report, 'document.odf-macro', { name, language: 'Basic' })
  addMacros(report, modules)
  return report
}

const isWanted = (name: string) =>
  /^(?:content|styles)\.xml$|^META-INF\/manifest\.xml$|^Basic\/(?!.{0,200}script-l[bc]\.xml$).{1,200}\.xml$|^Scripts\/.{1,200}\.(?:py|js|bsh|java|class)$|^Object [^/]{1,50}$|^Object [^/]{1,50}\/content\.xml$|^(?:media|Media)\/.{1,200}\.(?:exe|js|vbs|bat|hta)$/i.test(
    name,
  )

const baseOf = (name: string) => (name.split('/').at(-1) ?? name).replace(/\.xml$/, '')

function judgeContent(report: Report, xml: string): void {
  addOdfFormulas(report, xml)
  for (const [listener] of [...xml.matchAll(/<script:event-listener\b[^>]{1,2000}>/g)].slice(
    0,
    50,
  )) {
    const target = /xlink:href="(vnd\.sun\.star\.script:[^"]{1,500})"/.exec(listener)?.[1]
    const event = /script:event-name="([^"]{1,100})"/.exec(listener)?.[1] ?? ''
    if (target !== undefined && /load|open|start|focus|save|close/i.test(event))
      addFinding(report, 'document.macros-start', { names: `${event} ${unescapeXml(target)}` })
  }
  for (const [tag] of [
    ...xml.matchAll(
      /<(?:office:dde-source|text:dde-connection-decl|table:dde-link)\b[^>]{1,2000}>/g,
    ),
  ].slice(0, 50)) {
    const application = /office:dde-application="([^"]{1,200})"/.exec(tag)?.[1]
    if (application === undefined || /^(?:soffice|excel)$/i.test(application)) continue
    const topic = /office:dde-topic="([^"]{1,500})"/.exec(tag)?.[1] ?? ''
    addFinding(report, 'document.dde', { command: unescapeXml(`${application} ${topic}`) })
  }
  for (const [, tag = '', target = ''] of [
    ...xml.matchAll(/<([a-z]+:[a-z-]+)\b[^>]{0,2000}?xlink:href="([^"]{4,2000})"/g),
  ].slice(0, 1_000)) {
    const address = unescapeXml(target)
    if (/^https?:/i.test(address)) addLink(report, address, tag)
    if (
      /^(?:draw:object|draw:plugin|draw:floating-frame|text:section-source)$/.test(tag) &&
      /^(?:https?|ftp):|^\\\\|^file:\/\/[^/]/i.test(address)
    )
      addFinding(report, 'document.external-object', { target: address })
    else if (tag !== 'text:a' && tag !== 'draw:a' && remoteHost(address) !== undefined)
      addFinding(report, 'document.share', { target: address })
    if (
      /^(?:javascript|vbscript|macro|vnd\.sun\.star\.script|ms-msdt|search-ms):/i.test(address) &&
      tag === 'text:a'
    )
      addFinding(report, 'document.link-script', { target: address })
  }
}
