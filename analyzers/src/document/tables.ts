import { addActiveMime, addProject, isActiveMime } from './active-mime.ts'
import { addFinding, addLink, emptyReport, type Report } from './report.ts'

/** Tables as text: what a cell says is a formula when it begins so. */
export const maxTable = 8 * 1024 * 1024
const maxFound = 50

/** `=cmd|'/c calc'!A0`: a program, a bar, its arguments, a cell. */
const ddeCell =
  /[=+@-][ \t"']{0,5}(?:[\w.()+*/-]{1,40}[+*/-])?["']?([A-Za-z][A-Za-z0-9_.:\\/-]{1,80})["']?[ \t]{0,3}\|[ \t]{0,3}["']?([^!\r\n|]{1,400}?)["']?!["']?\w/
/** In quotes a cell holds separators, too. */
const cells =
  /(?:^|[,;\t\n\r])[ \t]{0,5}"[ \t']{0,5}([=+@-](?:[^"\r\n]|""){3,600})"(?=[ \t]{0,5}(?:[,;\t\r\n]|$))|(?:^|[,;\t\n\r"])(?:[ \t"']{0,5})(?=[=+@-])([=+@-][^\r\n,;\t]{3,600})/g

/** Undefined for text that is not a table of Office. */
export function readTable(bytes: Buffer, filename: string): Report | undefined {
  const text =
    bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le', 2) : bytes.toString('latin1')
  if (/^(?:\xef\xbb\xbf)?ID;P/.test(text)) return readSlk(text)
  if (text.slice(0, 4096).includes('urn:schemas-microsoft-com:office:spreadsheet'))
    return readSpreadsheetMl(text)
  if (/<w:wordDocument\b|<pkg:package\b/.test(text.slice(0, 8192))) return readWordMl(text)
  return /\.(?:csv|tsv|tab|prn|dif|iqy)$/i.test(filename) ? readCsv(text) : undefined
}

function readCsv(text: string): Report {
  const report = emptyReport('table (CSV)')
  if (/^WEB\r?\n/i.test(text)) {
    const address = /^https?:\/\/\S{4,2000}/im.exec(text)?.[0]
    if (address) {
      addLink(report, address, 'query')
      addFinding(report, 'document.external-query', { address })
    }
    return report
  }
  let count = 0
  for (const [, quoted, plain = ''] of text.matchAll(cells)) {
    if (count >= maxFound) break
    count += judgeFormula(report, quoted?.replaceAll('""', '"') ?? plain) ? 1 : 0
  }
  return report
}

/** Whether it was worth a word. */
function judgeFormula(report: Report, formula: string): boolean {
  const dde = ddeCell.exec(formula)
  if (dde) {
    addFinding(report, 'document.dde', { command: `${dde[1]} ${dde[2]}`.trim() })
    return true
  }
  const address =
    /\b(?:WEBSERVICE|IMPORT(?:XML|DATA|HTML|FEED)|IMAGE|HYPERLINK)\s{0,3}\((?:\s{0,3}CONCAT(?:ENATE)?\s{0,3}\(){0,2}\s{0,3}["']{1,2}(https?:[^"'\s]{4,500})/i.exec(
      formula,
    )
  if (address?.[1]) addLink(report, address[1], 'formula')
  // Data of other cells is sent with the address.
  if (address && /\bWEBSERVICE\b|\bIMPORT(?:XML|DATA)\b|&\s{0,5}[A-Z]{1,3}\$?\d/i.test(formula))
    addFinding(report, 'document.formula-sends', { address: address[1] ?? '' })
  return address !== null
}

/** SYLK: a record on each line; a sheet of macros says `O;E`, a cell of it `C;…;EEXEC("…")`. */
function readSlk(text: string): Report {
  const report = emptyReport('table (SLK)')
  let found = 0
  for (const [line] of text.matchAll(/^(?:C|NN|O|F);[^\r\n]{1,2000}/gm)) {
    if (found >= maxFound) break
    const formula = /;E(.{1,1500})$/.exec(line)?.[1] ?? ''
    if (/^O;(?:.{0,100};)?E(?:;|$)/.test(line)) {
      found += 1
      addFinding(report, 'document.excel4', { sheet: 'The table' })
    } else if (/^NN;N(?:Auto_?(?:Open|Close|Activate))/i.test(line)) {
      found += 1
      addFinding(report, 'document.macros-start', { names: line.split(';')[1]?.slice(1) ?? '' })
    } else if (/\b(?:EXEC|CALL|REGISTER|RUN|FOPEN|FWRITE|ALERT|HALT)\s{0,3}\(/i.test(formula)) {
      found += 1
      addFinding(report, 'document.excel4-formula', { formula: formula.slice(0, 200) })
    } else if (formula !== '' && judgeFormula(report, `=${formula}`)) found += 1
  }
  return report
}

/** Word documents in XML: they contain macros and other parts as base64. */
function readWordMl(text: string): Report {
  const report = emptyReport('Word (XML)')
  for (const [, content = ''] of [
    ...text.matchAll(
      /<(?:w:binData|pkg:binaryData)\b[^>]{0,1000}>([A-Za-z0-9+/=\s]{100,8000000})</g,
    ),
  ].slice(0, maxFound)) {
    const bytes = Buffer.from(content, 'base64')
    if (isActiveMime(bytes)) addActiveMime(report, bytes)
    else addProject(report, bytes)
  }
  for (const [, target = ''] of text.matchAll(
    /<Relationship\b[^>]{0,500}\/attachedTemplate"[^>]{0,500}Target="((?:https?|ftp):[^"]{4,2000}|\\\\[^"]{3,1000})"/g,
  ))
    addFinding(report, 'document.external-template', { target })
  return report
}

/** Workbooks of 2003 in XML. */
function readSpreadsheetMl(text: string): Report {
  const report = emptyReport('Excel (XML 2003)')
  let found = 0
  for (const [, formula = ''] of text.matchAll(
    /\b(?:\w{1,10}:)?Formula\s{0,3}=\s{0,3}"([^"]{3,2000})"/g,
  )) {
    if (found >= maxFound) break
    const plain = formula
      .replaceAll('&apos;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
    if (judgeFormula(report, plain)) found += 1
  }
  for (const [, address = ''] of text.matchAll(/\bHRef\s{0,3}=\s{0,3}"(https?:[^"\s]{4,2000})"/g))
    addLink(report, address, 'link')
  return report
}
