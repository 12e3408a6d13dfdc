/** One row of a table of Windows Installer: texts and numbers by the names of its columns. */
export type MsiRow = Readonly<Record<string, string | number>>

/** Its tables do not fit together. */
export class DamagedTables extends Error {}

const maxTables = 2_000
const maxRows = 200_000
const maxStrings = 2_000_000

export interface MsiStreams {
  /** Undefined where the package has no such table. */
  table(name: string): Buffer | undefined
}

/** The tables of an installer: numbers and references to one list of texts, column by column. */
export function msiTables(streams: MsiStreams) {
  const texts = textsOf(streams)
  const columns = columnsOf(streams, texts)
  return {
    names: [...columns.keys()],
    rows: (name: string): MsiRow[] => {
      const bytes = streams.table(name)
      const list = columns.get(name)
      return bytes === undefined || list === undefined ? [] : rowsOf(bytes, list, texts)
    },
  }
}

interface Texts {
  readonly width: number
  at(index: number): string
}

function textsOf(streams: MsiStreams): Texts {
  const [pool, data] = [streams.table('_StringPool'), streams.table('_StringData')]
  if (!pool || !data || pool.length < 4) throw new DamagedTables('no string table')
  const codePage = pool.readUInt32LE(0)
  const isUtf8 = (codePage & 0xffff) === 65_001
  const found: string[] = ['']
  let from = 0
  for (let at = 4; at + 4 <= pool.length && found.length < maxStrings; at += 4) {
    let length = pool.readUInt16LE(at)
    // A text of 64 KB and more: its length is in the next four bytes.
    if (length === 0 && pool.readUInt16LE(at + 2) !== 0 && at + 8 <= pool.length) {
      const long = pool.readUInt32LE(at + 4)
      // Some writers list an empty text: then these bytes are the next entry.
      if (from + long <= data.length) {
        at += 4
        length = long
      }
    }
    found.push(data.toString(isUtf8 ? 'utf8' : 'latin1', from, from + length))
    from += length
  }
  return { width: codePage & 0x8000_0000 ? 3 : 2, at: (index) => found[index] ?? '' }
}

interface Column {
  readonly name: string
  readonly kind: 'text' | 'number' | 'stream'
  readonly width: number
}

function columnsOf(streams: MsiStreams, texts: Texts): Map<string, Column[]> {
  const bytes = streams.table('_Columns')
  if (!bytes) throw new DamagedTables('no column table')
  const fixed: Column[] = [
    { name: 'Table', kind: 'text', width: texts.width },
    { name: 'Number', kind: 'number', width: 2 },
    { name: 'Name', kind: 'text', width: texts.width },
    { name: 'Type', kind: 'number', width: 2 },
  ]
  const tables = new Map<string, { number: number; column: Column }[]>()
  for (const row of rowsOf(bytes, fixed, texts)) {
    const table = String(row.Table)
    const list = tables.get(table) ?? []
    if (!tables.has(table) && tables.size >= maxTables) throw new DamagedTables('too many tables')
    list.push({
      number: Number(row.Number),
      column: columnOf(String(row.Name), Number(row.Type) & 0xffff, texts.width),
    })
    tables.set(table, list)
  }
  return new Map(
    [...tables].map(([table, list]) => [
      table,
      list.toSorted((a, b) => a.number - b.number).map(({ column }) => column),
    ]),
  )
}

const [isText, isNullable] = [0x0800, 0x1000]

function columnOf(name: string, type: number, textWidth: number): Column {
  if ((type & ~isNullable) === 0x0900) return { name, kind: 'stream', width: 2 }
  if (type & isText) return { name, kind: 'text', width: textWidth }
  return { name, kind: 'number', width: (type & 0xff) === 4 ? 4 : 2 }
}

function rowsOf(bytes: Buffer, columns: readonly Column[], texts: Texts): MsiRow[] {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  if (width === 0) return []
  const count = Math.min(Math.floor(bytes.length / width), maxRows)
  const all = Math.floor(bytes.length / width)
  const rows: Record<string, string | number>[] = Array.from({ length: count }, () => ({}))
  let start = 0
  for (const { name, kind, width: wide } of columns) {
    for (const [at, row] of rows.entries()) {
      const value = bytes.readUIntLE(start + at * wide, wide)
      // Numbers are moved by half their range, so nothing is zero.
      row[name] =
        kind === 'text'
          ? texts.at(value)
          : value === 0
            ? 0
            : value - (wide === 4 ? 2 ** 31 : 32_768)
    }
    start += all * wide
  }
  return rows
}
