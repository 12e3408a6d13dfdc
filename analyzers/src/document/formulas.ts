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
/** Adjacent cells without a separator, after a constant text for the reader. */
const joinedCells = new RegExp(
  `^"\\s{0,3}(?:&|,)\\s{0,3}${cell}\\s{0,3}(?:&|,)\\s{0,3}${cell}\\b[^"]{0,200}[,;]\\s{0,3}"[^"]{1,200}"\\s{0,3}\\)`,
)
/** The parameter follows right after the host: services have a path or a query for it. */
const isHostOnly = /^https?:\/\/[^/?#]{1,253}\/?\??$/i

/** A link that contains one cell is common; one that concatenates two is for exfiltration. */
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

/** Querying a price or a rate is common; sending a range to a number is not. */
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
  const binary: Buffer[] = []
  for (const entry of entries) {
    const isSheet = /^xl\/(?:work|dialog|macro|chart)sheets\/[^/]{1,200}\.(?:xml|bin)$/i.test(
      entry.name,
    )
    if (!isSheet && !/^xl\/workbook\.(?:xml|bin)$/i.test(entry.name)) continue
    if (entry.size > maxSheet) {
      addProblem(report, `formulas of ${entry.name}: larger than ${maxSheet} bytes`)
      continue
    }
    const bytes = await read(entry)
    if (!bytes) continue
    if (/\.bin$/i.test(entry.name)) {
      binary.push(bytes)
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
  addBinaryFormulas(report, binary, 'xlsb')
}

export function addOdfFormulas(report: Report, xml: string): void {
  if (!xml.includes('WEBSERVICE') && !xml.includes('HYPERLINK(')) return
  let found = 0
  for (const [, formula = ''] of xml.matchAll(/\btable:(?:formula|expression)="([^"]{5,8000})"/g)) {
    if (found >= maxFound) return
    found += judge(report, unescapeXml(formula)) ? 1 : 0
  }
}

/** How a binary workbook stores text in a formula: [MS-XLS] with wide or narrow characters, [MS-XLSB] with wide ones. */
export type RecordForm = 'xls' | 'xlsb'

const serviceName = '_xlfn.WEBSERVICE'
/** As bytes: Node searches UTF-16 text only at even offsets. */
const hasService = (stream: Buffer) =>
  (['latin1', 'utf16le'] as const).some((code) => stream.includes(Buffer.from(serviceName, code)))

/** The token kinds for one cell, for many, and for those of another sheet. */
const oneCell = new Set([0x24, 0x44, 0x64, 0x3a, 0x5a, 0x7a])
const manyCells = new Set([0x25, 0x45, 0x65, 0x3b, 0x5b, 0x7b])

interface Asked {
  readonly address: string
  /** The first operand after it. */
  readonly uses: 'nothing' | 'cell' | 'cells'
}

const textToken = 0x17

/** A token, the length, in XLS also the character width: three bytes before the text. */
function* textsIn(stream: Buffer, form: RecordForm): Generator<Asked> {
  for (const code of form === 'xls' ? (['latin1', 'utf16le'] as const) : (['utf16le'] as const))
    for (const scheme of [Buffer.from('http', code), Buffer.from('HTTP', code)])
      for (let at = stream.indexOf(scheme, 3); at >= 0; ) {
        const isWide = code === 'utf16le'
        const isText =
          stream[at - 3] === textToken && (form === 'xlsb' || stream[at - 1] === (isWide ? 1 : 0))
        const length = form === 'xls' ? (stream[at - 2] ?? 0) : stream.readUInt16LE(at - 2)
        const end = at + length * (isWide ? 2 : 1)
        const address = isText ? stream.toString(code, at, end) : ''
        if (/^https?:\/\/[\x21-\x7e]{2,1000}$/i.test(address)) {
          const token = stream[end] ?? 0
          yield {
            address,
            uses: oneCell.has(token) ? 'cell' : manyCells.has(token) ? 'cells' : 'nothing',
          }
        }
        at = stream.indexOf(scheme, at + 4)
      }
}

/**
 * Formulas are records there: one part of the workbook holds the function name, another the address, as a
 * text in a formula.
 */
export function addBinaryFormulas(
  report: Report,
  streams: readonly Buffer[],
  form: RecordForm,
): void {
  if (!streams.some(hasService)) return
  let found = 0
  for (const stream of streams)
    for (const { address, uses } of textsIn(stream, form)) {
      if (found >= maxFound) return
      found += 1
      const isOpen = isPlain.test(address) || isBare.test(address)
      addLink(report, address, 'formula')
      if (uses === 'cells' || ((isOpen || isHostOnly.test(address)) && uses === 'cell'))
        addFinding(report, 'document.formula-sends', { address })
      else
        addFinding(report, isOpen ? 'document.external-query' : 'document.formula-asks', {
          address,
        })
    }
  if (found === 0) addFinding(report, 'document.formula-asks', { address: serviceName })
}
