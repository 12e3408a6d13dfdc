import { unescapeXml } from '../formats/unescape-xml.ts'
import type { Parts } from './parts.ts'
import { addFinding, addLink, addProblem, type Report } from './report.ts'

const maxSheet = 16 * 1024 * 1024
const maxFound = 20

const asking = /\b(?:WEBSERVICE|IMAGE)\s{0,3}\(/i
const isPlain = /^http:/i
const isBare = /^https?:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]{2,45}\])(?=[:/?]|$)/i
/** Other cells, what is known about the machine, many cells at once. */
const usesCells = /[&(,;]\s{0,3}(?:'[^']{1,60}'!|\w{1,60}!|\[?\.?)\$?[A-Z]{1,3}\$?\d{1,7}\b/
const usesMuch =
  /\$?[A-Z]{1,3}\$?\d{1,7}\]?:\[?\.?\$?[A-Z]{1,3}\$?\d|\b(?:TEXTJOIN|CONCAT|INFO|CELL)\s{0,3}\(/i

const cell = /(?:'[^']{1,60}'!|\w{1,60}!)?\$?[A-Z]{1,3}\$?\d{1,7}/.source
/** Cells without anything between them, behind a text for the reader that is always the same. */
const joinedCells = new RegExp(
  `^"\\s{0,3}(?:&|,)\\s{0,3}${cell}\\s{0,3}(?:&|,)\\s{0,3}${cell}\\b[^"]{0,200}[,;]\\s{0,3}"[^"]{1,200}"\\s{0,3}\\)`,
)
/** What is asked for follows right behind the host: services have a path or a parameter for it. */
const isHostOnly = /^https?:\/\/[^/?#]{1,253}\/?\??$/i

/** A link to a page about what stands in a cell is everyday; one that takes two along unseparated is for reading them out. */
function judgeLink(report: Report, formula: string): boolean {
  const address =
    /\bHYPERLINK\s{0,3}\((?:\s{0,3}CONCAT(?:ENATE)?\s{0,3}\()?\s{0,3}"(https?:\/\/[^"\s]{2,1000})/i.exec(
      formula,
    )?.[1]
  if (address === undefined || !(isPlain.test(address) || isBare.test(address))) return false
  if (!joinedCells.test(formula.slice(formula.indexOf(address) + address.length))) return false
  addLink(report, address, 'formula')
  addFinding(report, 'document.formula-sends', { address })
  return true
}

/** A price or a rate that a service is asked for is everyday; what sends a range to a number is not. */
function judge(report: Report, formula: string): boolean {
  if (!asking.test(formula)) return judgeLink(report, formula)
  const address = /["'](https?:\/\/[^"'\s]{2,1000})/i.exec(formula)?.[1]
  const isOpen = address !== undefined && (isPlain.test(address) || isBare.test(address))
  if (address === undefined) {
    if (/\bWEBSERVICE\b/i.test(formula))
      addFinding(report, 'document.formula-asks', { address: formula.slice(0, 200) })
    return true
  }
  addLink(report, address, 'formula')
  const behind = formula.slice(formula.indexOf(address) + address.length)
  if (usesMuch.test(behind) || ((isOpen || isHostOnly.test(address)) && usesCells.test(behind)))
    addFinding(report, 'document.formula-sends', { address })
  else if (isOpen && /\bWEBSERVICE\b/i.test(formula))
    addFinding(report, 'document.external-query', { address })
  else if (/\bWEBSERVICE\b/i.test(formula)) addFinding(report, 'document.formula-asks', { address })
  return true
}

/** Of workbooks in XML; sheets of an .xlsb are records. */
export async function addSheetFormulas(report: Report, { entries, read }: Parts): Promise<void> {
  let found = 0
  for (const entry of entries) {
    const isSheet = /^xl\/(?:work|dialog|macro|chart)sheets\/[^/]{1,200}\.(?:xml|bin)$/i.test(
      entry.name,
    )
    if (!isSheet && !/^xl\/workbook\.(?:xml|bin)$/i.test(entry.name)) continue
    if (entry.size > maxSheet) {
      addProblem(
        report,
        `${entry.name} has more than ${maxSheet} bytes; its formulas were not examined`,
      )
      continue
    }
    const bytes = await read(entry)
    if (!bytes) continue
    if (/\.bin$/i.test(entry.name)) {
      addBinaryFormulas(report, bytes)
      continue
    }
    if (!['WEBSERVICE', '_xlfn.IMAGE', 'HYPERLINK('].some((name) => bytes.includes(name))) continue
    for (const [, formula = ''] of bytes
      .toString('utf8')
      .matchAll(/<(?:\w{1,10}:)?(?:f|definedName)\b[^<>]{0,500}>([^<]{5,8000})</g)) {
      if (found >= maxFound) return
      found += judge(report, unescapeXml(formula)) ? 1 : 0
    }
  }
}

export function addOdfFormulas(report: Report, xml: string): void {
  if (!xml.includes('WEBSERVICE') && !xml.includes('HYPERLINK(')) return
  let found = 0
  for (const [, formula = ''] of xml.matchAll(/\btable:(?:formula|expression)="([^"]{5,8000})"/g)) {
    if (found >= maxFound) return
    found += judge(report, unescapeXml(formula)) ? 1 : 0
  }
}

/** Formulas are records there: the name of the function stands in one place, the address in another. */
export function addBinaryFormulas(report: Report, stream: Buffer): void {
  const name = '_xlfn.WEBSERVICE'
  for (const code of ['latin1', 'utf16le'] as const) {
    if (stream.indexOf(name, 0, code) < 0) continue
    const text = stream.toString('latin1')
    const address =
      /https?:\/\/[\x21-\x7e]{4,300}/i.exec(text)?.[0] ??
      /h\0t\0t\0p\0s?\0?:\0\/\0\/\0(?:[\x21-\x7e]\0){4,300}/i.exec(text)?.[0].replaceAll('\0', '')
    const isOpen = address !== undefined && (isPlain.test(address) || isBare.test(address))
    if (address !== undefined) addLink(report, address, 'formula')
    addFinding(report, isOpen ? 'document.external-query' : 'document.formula-asks', {
      address: address ?? name,
    })
    return
  }
}
