import { type Observed, sameType } from '../model/observable.ts'
import type { Found, Reading } from './reading.ts'
import { reservedFor } from './reading.ts'

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

/** Handed over by another screen: taken as it is, because somebody chose it. */
export interface Given {
  readonly dataType: string
  readonly data: string
}

export interface RowSources {
  readonly given: readonly Given[]
  readonly files: readonly File[]
  readonly reading: Reading
}

/** Given ones first, then files, then the text; each once. */
export function rowsOf({ given, files, reading }: RowSources, edits: Edits): Row[] {
  const rows = new Map<string, Row>()
  const add = (plain: Omit<Row, 'isTicked' | 'dataType'>, isWanted: boolean, fallback?: string) => {
    if (rows.has(plain.key) || edits.removed.has(plain.key)) return
    const dataType = edits.types.get(plain.key) ?? fallback ?? plain.detectedType
    // Whoever gives an unknown value a type wants it to be looked at.
    const isTicked = edits.ticks.get(plain.key) ?? (isWanted || dataType !== plain.detectedType)
    rows.set(plain.key, { ...plain, dataType, isTicked })
  }
  for (const one of given) add(rowOfGiven(one), true)
  for (const file of files) add(rowOfFile(file), true)
  for (const found of reading.found) {
    const isWanted = found.dataType !== 'other' && found.reserved === undefined
    const row = { ...found, key: keyOf(found), detectedType: found.dataType }
    add(row, isWanted, edits.everyType)
  }
  return [...rows.values()]
}

const keyOf = ({ dataType, value }: { dataType: string; value: string }) => `${dataType}\n${value}`

export const fileKey = ({ name, size, lastModified }: File) =>
  `file\n${name}\n${size}\n${lastModified}`

const nothingSaid = {
  original: undefined,
  alternatives: [],
  notes: [],
  count: 1,
} satisfies Partial<Found & Row>

const rowOfGiven = ({ dataType, data }: Given) => ({
  ...nothingSaid,
  key: keyOf({ dataType, value: data }),
  detectedType: dataType,
  value: data,
  reserved: reservedFor(dataType, data),
})

const rowOfFile = (file: File) => ({
  ...nothingSaid,
  key: fileKey(file),
  detectedType: 'file',
  value: file,
  reserved: undefined,
})

export const isUnknown = ({ dataType, isTicked }: Row) => dataType === 'other' && !isTicked

/** For the parts of the kit that show observables. */
export const observedOf = ({ dataType, value }: Pick<Row, 'dataType' | 'value'>): Observed =>
  typeof value === 'string' ? { dataType, data: value } : { dataType, attachment: value }

/** Types of texts that somebody takes; two spellings of one type count once. */
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
