import { type Observed, sameType } from '../../base/model/observable.ts'
import { observableKey, type Reading, reservedFor } from './reading.ts'

/** One observable of the form. */
export interface Row {
  readonly key: string
  /** As it will be sent: after a correction by hand. */
  readonly dataType: string
  readonly detectedType: string
  readonly value: string | File
  readonly original: string | undefined
  readonly alternatives: readonly string[]
  readonly notes: readonly string[]
  readonly reserved: string | undefined
  readonly count: number
  readonly isTicked: boolean
  /** Read from the text, as opposed to handed over or dropped. */
  readonly isTyped: boolean
}

/** What a person decided about rows, by their keys. It outlives another reading of the text. */
export interface Edits {
  /** Of everything typed, unless a row says otherwise. */
  readonly everyType?: string
  readonly types: ReadonlyMap<string, string>
  readonly ticks: ReadonlyMap<string, boolean>
  readonly removed: ReadonlySet<string>
}

export const noEdits: Edits = { types: new Map(), ticks: new Map(), removed: new Set() }

/** Handed over by another screen: taken as it is, because it was chosen there. */
export interface Given {
  readonly dataType: string
  readonly data: string
}

export interface RowSources {
  readonly given: readonly Given[]
  readonly files: readonly File[]
  readonly reading: Reading
}

/** Given ones first, then files, then the text; each once, and before a decision. */
export function plainRows({ given, files, reading }: RowSources): Row[] {
  const rows = new Map<string, Row>()
  const add = (row: Row) => {
    if (!rows.has(row.key)) rows.set(row.key, row)
  }
  for (const one of given) add(rowOfGiven(one))
  for (const file of files) add(rowOfFile(file))
  for (const found of reading.found) add(found)
  return [...rows.values()]
}

/**
 * Answers the rows as they were decided on. A row that nothing changed is the same object as in the
 * answer before: one tick in ten thousand rows draws one row.
 */
export function decisionsOn(plain: readonly Row[]): (edits: Edits) => Row[] {
  const former = new Map<Row, Row>()
  return (edits) =>
    plain.flatMap((row) => (edits.removed.has(row.key) ? [] : decided(row, edits, former)))
}

function decided(plain: Row, edits: Edits, former: Map<Row, Row>): Row {
  const everyType = plain.isTyped ? edits.everyType : undefined
  const dataType = edits.types.get(plain.key) ?? everyType ?? plain.detectedType
  // Giving an unknown value a type means that it should be analyzed.
  const isTicked = edits.ticks.get(plain.key) ?? (plain.isTicked || dataType !== plain.detectedType)
  const isSame = (row: Row) => row.dataType === dataType && row.isTicked === isTicked
  if (isSame(plain)) return plain
  const known = former.get(plain)
  if (known && isSame(known)) return known
  const row = { ...plain, dataType, isTicked }
  former.set(plain, row)
  return row
}

export const fileKey = ({ name, size, lastModified }: File) =>
  `file\n${name}\n${size}\n${lastModified}`

const nothingSaid = {
  original: undefined,
  alternatives: [],
  notes: [],
  count: 1,
  isTicked: true,
  isTyped: false,
} satisfies Partial<Row>

const rowOfGiven = ({ dataType, data }: Given): Row => ({
  ...nothingSaid,
  key: observableKey(dataType, data),
  dataType,
  detectedType: dataType,
  value: data,
  reserved: reservedFor(dataType, data),
})

const rowOfFile = (file: File): Row => ({
  ...nothingSaid,
  key: fileKey(file),
  dataType: 'file',
  detectedType: 'file',
  value: file,
  reserved: undefined,
})

export const isUnknown = ({ dataType, isTicked }: Row) => dataType === 'other' && !isTicked

/** For the parts of the kit that show observables. */
export const observedOf = ({ dataType, value }: Pick<Row, 'dataType' | 'value'>): Observed =>
  typeof value === 'string' ? { dataType, data: value } : { dataType, attachment: value }

/** Text types that some analyzer supports; two spellings of one type count once. */
export function acceptedTypes(analyzers: readonly { dataTypeList: readonly string[] }[]): string[] {
  const types = analyzers.flatMap(({ dataTypeList }) => dataTypeList)
  return distinctTypes(types.filter((type) => type !== 'file')).sort()
}

/** What a row can be made: its own type, what it could be as well, then everything else. */
export function typeChoices(row: Row, accepted: readonly string[]): string[] {
  const likely = row.alternatives.filter((type) => isAccepted(type, accepted))
  return distinctTypes([row.dataType, row.detectedType, ...likely, ...accepted])
}

export const isAccepted = (dataType: string, accepted: readonly string[]) =>
  accepted.some((type) => sameType(type, dataType))

const distinctTypes = (types: readonly string[]) =>
  types.filter((type, index) => types.findIndex((other) => sameType(other, type)) === index)
