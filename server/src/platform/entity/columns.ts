import {
  type Attribute,
  type Changed,
  type ColumnOf,
  type Created,
  columnOf,
  type Entity,
  isRowColumn,
  isSent,
  type Kind,
  type RowColumn,
  rowColumns,
  type Stored,
  sentNames,
} from '@assay/contract/entities'
import { moment, whole } from '../../domain/response/wire-values.ts'

type DeclaredColumn<E extends Entity> = {
  [K in keyof E['attributes']]: ColumnOf<E['attributes'][K], K>
}[keyof E['attributes']]

interface Declared {
  readonly name: string
  readonly column: string
  readonly attribute: Attribute
}

export const declaredOf = (of: Entity): Declared[] =>
  Object.entries(of.attributes).map(([name, attribute]) => ({
    name,
    column: columnOf(name, attribute),
    attribute,
  }))

/** All columns of its table: those of all entities, the declared ones, and others that are named. */
export function columnsOf<E extends Entity, More extends string = never>(
  of: E,
  ...more: readonly More[]
): readonly (RowColumn | DeclaredColumn<E> | More)[] {
  const declared = declaredOf(of).map(({ column }) => column)
  const columns = [...rowColumns, ...more, ...declared.filter((column) => !isRowColumn(column))]
  return columns as (RowColumn | DeclaredColumn<E> | More)[]
}

/** As values are stored. */
const stored: Readonly<Record<Kind, (sent: never) => string | number>> = {
  text: (sent: string) => sent,
  keyword: (sent: string) => sent,
  flag: Number,
  whole,
  moment,
  list: JSON.stringify,
  object: JSON.stringify,
}

const storedValue = ({ kind }: Attribute, sent: unknown) =>
  sent === null ? null : stored[kind](sent as never)

const sentValue = ({ name, attribute }: Declared, input: object): unknown =>
  sentNames(name, attribute)
    .map((each) => (input as Readonly<Record<string, unknown>>)[each])
    .find((sent) => sent !== undefined)

const isPlain = ({ column, attribute }: Declared) => !attribute.decided && !isRowColumn(column)

/** Attributes that are written as they were sent. */
type PlainKeys<A> = {
  [K in keyof A]: A[K] extends { decided: true } | { column: RowColumn } ? never : K
}[keyof A]
type Plain<E extends Entity> = Pick<E['attributes'], PlainKeys<E['attributes']>>

type OrNull<T, Value> = T extends { nullable: true } ? Value | null : Value
type HasFirst = { nullable: true } | { required: true } | { default: unknown }
type NewColumns<A> = {
  [K in keyof A as A[K] extends HasFirst ? ColumnOf<A[K], K> : never]: OrNull<A[K], Stored<A[K]>>
}

/** Of a new row, without what code decides. */
export function newColumns<E extends Entity>(
  of: E,
  input: Created<{ attributes: Plain<E> }>,
  now: number,
): NewColumns<Plain<E>> {
  const columns: Record<string, unknown> = {}
  for (const declared of declaredOf(of).filter(isPlain)) {
    const { column, attribute } = declared
    const first = attribute.default === 'now' ? now : attribute.default
    const sent = isSent(attribute, 0) ? sentValue(declared, input) : undefined
    const value = sent ?? first ?? (attribute.nullable ? null : undefined)
    if (value !== undefined) columns[column] = storedValue(attribute, value)
  }
  return columns as NewColumns<Plain<E>>
}

type ChangedColumns<A> = {
  [K in keyof A as A[K] extends { input: unknown } ? ColumnOf<A[K], K> : never]?: OrNull<
    A[K],
    Stored<A[K]>
  >
}

/** What a change sets, without what code decides; null clears. */
export function changedColumns<E extends Entity>(
  of: E,
  change: Changed<{ attributes: Plain<E> }>,
): ChangedColumns<Plain<E>> {
  const columns: Record<string, unknown> = {}
  for (const declared of declaredOf(of).filter(isPlain)) {
    const { column, attribute } = declared
    const sent = isSent(attribute, 1) ? sentValue(declared, change) : undefined
    if (sent !== undefined) columns[column] = storedValue(attribute, sent)
  }
  return columns as ChangedColumns<Plain<E>>
}

type Given<E extends Entity> = {
  readonly [K in keyof Created<E>]?: NonNullable<Created<E>[K]>
}

/** What an input says of a new one, where null says nothing. */
export function givenOf<E extends Entity>(
  of: E,
  input: { readonly [K in keyof Created<E>]?: Created<E>[K] | null | undefined },
): Given<E> {
  const names = declaredOf(of)
    .filter(({ attribute }) => isSent(attribute, 0))
    .flatMap(({ name, attribute }) => sentNames(name, attribute))
  const sent = input as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    names.flatMap((name) => ((sent[name] ?? null) === null ? [] : [[name, sent[name]]])),
  ) as Given<E>
}
