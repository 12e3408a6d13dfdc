import { isRecord } from '../../../base/model/levels.ts'
import { isScalar, type Scalar } from './scalars.ts'

/** How a part of a report is laid out, whatever analyzer wrote it. */
export type Shape =
  | { kind: 'scalar'; value: Scalar }
  | { kind: 'empty' }
  | { kind: 'list'; values: readonly Scalar[] }
  | ({ kind: 'grid' } & Grid)
  | { kind: 'items'; values: readonly unknown[] }
  | ({ kind: 'record' } & RecordParts)

export interface Grid {
  columns: readonly string[]
  rows: readonly GridRow[]
}

export interface GridRow {
  /** For a map, the key of the row. */
  name: string | undefined
  cells: Readonly<Record<string, unknown>>
}

export interface RecordParts {
  /** Single values and lists of them: name and value side by side. */
  fields: readonly (readonly [string, unknown])[]
  /** What needs room of its own. */
  sections: readonly (readonly [string, unknown])[]
  /** Names under which there is nothing. */
  empty: readonly string[]
}

/** More make an unreadable table. */
const maxColumns = 8
/** Enough to know how the rows of one list look. */
const sample = 100
/** A table with more nested cells than that hides what it should show. */
const maxNested = 0.25

export function shapeOf(value: unknown): Shape {
  if (isEmpty(value)) return { kind: 'empty' }
  if (isScalar(value)) return { kind: 'scalar', value }
  if (Array.isArray(value)) return shapeOfList(value)
  const entries = Object.entries(value as object)
  const grid = gridOf(entries.length >= 3 ? entries : [])
  return grid ? { kind: 'grid', ...grid } : { kind: 'record', ...partsOf(entries) }
}

function shapeOfList(values: readonly unknown[]): Shape {
  if (isScalarList(values)) return { kind: 'list', values }
  const grid = values.length >= 2 ? gridOf(values.map((row) => [undefined, row])) : undefined
  return grid ? { kind: 'grid', ...grid } : { kind: 'items', values }
}

function partsOf(entries: readonly [string, unknown][]): RecordParts {
  const fields: [string, unknown][] = []
  const sections: [string, unknown][] = []
  const empty: string[] = []
  for (const [key, value] of entries) {
    if (isEmpty(value)) empty.push(key)
    else if (isScalar(value) || (Array.isArray(value) && isScalarList(value))) {
      fields.push([key, value])
    } else sections.push([key, value])
  }
  return { fields, sections, empty }
}

function gridOf(entries: readonly (readonly [string | undefined, unknown])[]): Grid | undefined {
  if (entries.length === 0) return undefined
  const counts = new Map<string, number>()
  let nested = 0
  let cells = 0
  for (const [, row] of entries.slice(0, sample)) {
    if (!isRecord(row)) return undefined
    for (const [key, value] of Object.entries(row)) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      cells += 1
      if (!isScalar(value) && !isEmpty(value) && !isShortList(value)) nested += 1
    }
    if (counts.size > maxColumns) return undefined
  }
  const looked = Math.min(entries.length, sample)
  const isAlike = cells >= (looked * counts.size) / 2
  if (counts.size === 0 || !isAlike || nested > cells * maxNested) return undefined
  return {
    columns: [...counts.keys()],
    rows: entries.map(([name, row]) => ({ name, cells: isRecord(row) ? row : { '': row } })),
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value) && !hasKeys(value)
}

function hasKeys(value: object): boolean {
  for (const _ in value) return true
  return false
}

const isScalarList = (values: readonly unknown[]): values is readonly Scalar[] =>
  values.every(isScalar)

const isShortList = (value: unknown) =>
  Array.isArray(value) && value.length <= 12 && isScalarList(value)

/** The size of a part: rows, items, fields. */
export function sizeOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : 1
}

const titleKeys = ['name', 'title', 'id', 'url', 'path', 'type', 'subject', 'value']

/** Something by which an item of a list is known among the others. */
export function titleOf(item: unknown): string | undefined {
  if (!isRecord(item)) return undefined
  for (const key of titleKeys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
