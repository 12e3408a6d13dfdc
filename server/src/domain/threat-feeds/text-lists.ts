import type { RawEntry, Reading } from './entry.ts'
import { entriesOf } from './keys.ts'

/** What a line lists; nothing for a comment. */
export type LineReader = (line: string) => readonly Reading[]

const sinkholes = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)/

/** One value per line; a comma, semicolon, tab or ` #` begins its note. Files of hosts are read, too. */
export const readPlainLine: LineReader = (line) => {
  const text = line.trim()
  if (text === '' || /^(?:[#!;]|\/\/|\[Adblock)/.test(text)) return []
  const [, sunk] = sinkholes.exec(text) ?? []
  if (sunk !== undefined) return sunk.includes('.') ? [{ value: sunk }] : []
  // An address of a page may hold a comma.
  const at = text.search(/^[a-z]{2,10}:\/\//i.test(text) ? /\s/ : /[,;\s]/)
  const value = (at < 0 ? text : text.slice(0, at)).replace(/^"|"$/g, '')
  const threat = at < 0 ? '' : text.slice(at + 1).replace(/^[\s#,;]+|"/g, '')
  return [threat === '' ? { value } : { value, threat }]
}

/** Columns that hold what is listed, those of abuse.ch first. */
const valueColumns = new Set([
  'ioc_value',
  'ioc',
  'indicator',
  'value',
  'url',
  'domain',
  'hostname',
  'host',
  'ip',
  'ip_address',
  'dst_ip',
  'dstip',
  'src_ip',
  'md5',
  'md5_hash',
  'sha1',
  'sha1_hash',
  'sha256',
  'sha256_hash',
  'hash',
  'email',
])

const detailColumns = {
  threat: [
    'malware_printable',
    'malware',
    'signature',
    'threat',
    'threat_type',
    'listingreason',
    'description',
    'comment',
  ],
  tags: ['tags', 'tag'],
  firstSeen: ['first_seen_utc', 'first_seen', 'firstseen', 'dateadded', 'listingdate', 'date'],
  confidence: ['confidence_level', 'confidence'],
  reference: ['urlhaus_link', 'reference', 'link'],
} as const

interface Columns {
  readonly values: readonly number[]
  readonly details: Readonly<Record<keyof typeof detailColumns, readonly number[]>>
}

/**
 * Tables with the names of their columns in the first line or, as abuse.ch writes them, in the last line
 * of the comment. Without names the first cell of each row that is an observable is its value.
 */
export function makeCsvReader(): LineReader {
  let columns: Columns | undefined
  let hasBegun = false
  return (line) => {
    const text = line.trim()
    if (text === '') return []
    if (text.startsWith('#')) {
      columns = hasBegun ? columns : (columnsOf(cellsOf(text.replace(/^#+\s*/, ''))) ?? columns)
      return []
    }
    const cells = cellsOf(text)
    if (!hasBegun) {
      hasBegun = true
      const named = columnsOf(cells)
      if (named) {
        columns = named
        return []
      }
    }
    if (cells === undefined) return ['bad']
    return columns ? rowOf(cells, columns) : [firstObservable(cells)]
  }
}

/** By its first lines: whether one of them names columns, or the rows are quoted. */
export const looksLikeCsv = (lines: readonly string[]): boolean =>
  lines.some((line) => columnsOf(cellsOf(line.trim().replace(/^#+\s*/, ''))) !== undefined) ||
  lines.some((line) => /^"[^"]*"\s*[,;]/.test(line))

function columnsOf(cells: readonly string[] | undefined): Columns | undefined {
  const names = (cells ?? []).map((cell) => cell.toLowerCase().replaceAll(' ', '_'))
  const values = names.flatMap((name, index) => (valueColumns.has(name) ? index : []))
  // A list with one column needs no names: a comment of one word is a comment.
  if (values.length === 0 || names.length < 2) return undefined
  const details = Object.fromEntries(
    Object.entries(detailColumns).map(([name, known]) => [
      name,
      known.flatMap((one) => {
        const index = names.indexOf(one)
        return index < 0 ? [] : index
      }),
    ]),
  ) as unknown as Columns['details']
  return { values, details }
}

function rowOf(cells: readonly string[], { values, details }: Columns): readonly Reading[] {
  const cell = (name: keyof Columns['details']) =>
    details[name].map((index) => cells[index] ?? '').find((text) => text !== '' && text !== 'None')
  const threat = cell('threat')
  const tags = cell('tags')
  const firstSeen = momentOf(cell('firstSeen'))
  const confidence = cell('confidence')
  const reference = cell('reference')
  const found = values.map((index) => cells[index] ?? '').filter((text) => text !== '')
  if (found.length === 0) return ['bad']
  return found.map((value) => ({
    value,
    ...(threat === undefined ? {} : { threat }),
    ...(tags === undefined ? {} : { tags: tags.split(/[,;|]/) }),
    ...(firstSeen === undefined ? {} : { firstSeen }),
    ...(confidence === undefined ? {} : { confidence: Number(confidence) }),
    ...(reference === undefined ? {} : { reference }),
  }))
}

function firstObservable(cells: readonly string[]): RawEntry | 'bad' {
  const value = cells.find((cell) => entriesOf({ value: cell }).length > 0)
  if (value === undefined) return 'bad'
  const threat = cells.filter((cell) => cell !== value && cell !== '').join(', ')
  return threat === '' ? { value } : { value, threat }
}

/** Feeds mean UTC, and few say so. */
export function momentOf(text: string | undefined): number | undefined {
  const [, date, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?/.exec(text ?? '') ?? []
  const moment = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`)
  return Number.isNaN(moment) ? undefined : moment
}

const maxCells = 100

/** Undefined for a row whose quotes do not close. */
export function cellsOf(line: string): string[] | undefined {
  const separator = /^[^",;\t]*([,;\t])/.exec(line.replace(/"(?:[^"]|"")*"/g, 'x'))?.[1] ?? ','
  const cells: string[] = []
  let at = 0
  while (at <= line.length && cells.length < maxCells) {
    while (line[at] === ' ') at += 1
    if (line[at] !== '"') {
      const end = line.indexOf(separator, at)
      cells.push(line.slice(at, end < 0 ? line.length : end).trim())
      at = end < 0 ? line.length + 1 : end + 1
      continue
    }
    let text = ''
    for (at += 1; ; ) {
      const end = line.indexOf('"', at)
      if (end < 0) return undefined
      text += line.slice(at, end)
      at = end + 1
      if (line[at] !== '"') break
      text += '"'
      at += 1
    }
    cells.push(text.trim())
    const next = line.indexOf(separator, at)
    at = next < 0 ? line.length + 1 : next + 1
  }
  return cells
}
