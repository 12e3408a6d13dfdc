import type {
  TArray,
  TBoolean,
  TEnum,
  TInteger,
  TLiteral,
  TNull,
  TNumber,
  TSchema,
  TString,
  TUnion,
} from 'typebox'
import type { Moment } from '../values.ts'

/**
 * An entity is declared once: columns, schemas, views and searches of an attribute follow from its
 * entry (docs/decisions/0031-declared-entities.md). A pair holds what differs, in this order: version 0
 * and version 1 of the API, or a new entity and a change of one.
 */
export interface Entity {
  readonly table: string
  /** `_type` in each version; that of version 0 is also its name in the audit trail. */
  readonly types: Pair<string>
  /** Version 0 shows attributes without a value as null instead of leaving them out. */
  readonly everyKeyV0?: true
  /** By their names in version 1. */
  readonly attributes: Attributes
}

type Attributes = Readonly<Record<string, Attribute>>
export type Attribute = { [K in Kind]: AttributeOf<K> }[Kind]
export type Kind = keyof Kinds
export type Version = 0 | 1
type Pair<T> = readonly [T, T]

/** For each kind the schemas that may be sent and shown. */
interface Kinds {
  /** Searched word by word. */
  text: { sent: TString; shown: TString }
  /** Compared as a whole. */
  keyword: { sent: TString | TEnum<string[]>; shown: TString | TEnum<string[]> | TLiteral<string> }
  /** Stored as 0 or 1. */
  flag: { sent: TBoolean; shown: TBoolean }
  whole: { sent: TNumber | TInteger; shown: TInteger }
  /** Epoch milliseconds. */
  moment: { sent: typeof Moment; shown: TInteger }
  /** JSON array of texts. */
  list: { sent: TArray<TString>; shown: TArray<TString> }
  /** JSON object; in no search. */
  object: { sent: TSchema; shown: TSchema }
}

interface AttributeOf<K extends Kind> {
  readonly kind: K
  /** Unless it is the name in snake case. A column that all rows have is shown and searched, never written. */
  readonly column?: string
  /** All values there are, where `input` does not say so: the type of the column. */
  readonly values?: K extends 'keyword' ? readonly string[] : never
  /** What callers send: in a change of a `nullable` one also null. Without it, only code writes it. */
  readonly input?: Kinds[K]['sent'] | Pair<Input<K> | false>
  /** A new entity must have it. */
  readonly required?: true
  /** Of a new entity that was sent none; `now` is the moment of the call. */
  readonly default?: Defaults[K]
  /** The column may be null. */
  readonly nullable?: true
  /** The database has a default, so that an insert may leave it out. */
  readonly filled?: true
  /** In version 0, if it has another name there; callers may send either in both versions. */
  readonly nameV0?: string
  /** More names under which callers may send it. */
  readonly alsoSentAs?: readonly string[]
  /** The schema of answers, if the kind does not say it; false: shown by code or not at all. */
  readonly shown?: Shown<K> | Pair<Shown<K>>
  readonly search?: Search | Pair<Search>
  /** Code finds its value from more than what was sent; it is shown and searched like the others. */
  readonly decided?: true
  /** Why a change is refused that names another value. */
  readonly fixed?: string
  /** In the audit trail: of changes, unless it says more or less. */
  readonly recorded?: 'always' | 'never'
}
type Input<K extends Kind> = Kinds[K]['sent'] | TUnion<[Kinds[K]['sent'], TNull]>
type Shown<K extends Kind> = boolean | Kinds[K]['shown']
type Search = SearchOptions | boolean

interface Defaults {
  text: string
  keyword: string
  flag: boolean
  whole: number
  moment: 'now'
  list: readonly string[]
  object: Readonly<Record<string, unknown>>
}

/** See `Field` of the server's searches. */
export interface SearchOptions {
  readonly short?: true
  readonly selective?: true
  readonly ignoresCase?: true
  readonly values?: readonly string[]
  /** Column with the hash of the value, which has an index. */
  readonly digest?: string
}

/** An option that does not exist is refused here; wrong values of options by `Entity`. */
type Checked<E extends Entity> = {
  readonly attributes: {
    readonly [K in keyof E['attributes']]: {
      readonly [P in Exclude<keyof E['attributes'][K], keyof AttributeOf<Kind>>]: never
    }
  }
}

export const entity = <const E extends Entity>(declared: E & Checked<E>): E => declared

/** Columns that all entities have. */
export const rowColumns = [
  'id',
  'organization',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const
export type RowColumn = (typeof rowColumns)[number]

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : ''
export type ColumnOf<T, Name> = T extends { column: infer C extends string }
  ? C
  : Snake<Name & string>

export const columnOf = (name: string, { column }: Attribute): string =>
  column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const isRowColumn = (column: string): boolean =>
  (rowColumns as readonly string[]).includes(column)

export type NameIn<T, Name, V extends Version> = V extends 0
  ? T extends { nameV0: infer N extends string }
    ? N
    : Name
  : Name
export type SentNames<T, Name> =
  | Name
  | NameIn<T, Name, 0>
  | (T extends { alsoSentAs: readonly (infer N extends string)[] } ? N : never)

export const nameIn = (version: Version, name: string, { nameV0 }: Attribute): string =>
  version === 0 ? (nameV0 ?? name) : name

/** The first one that was sent counts. */
export const sentNames = (name: string, { nameV0, alsoSentAs = [] }: Attribute): string[] => [
  name,
  ...(nameV0 === undefined ? [] : [nameV0]),
  ...alsoSentAs,
]

/** What is in the column, as long as it is not null. */
export type Stored<T> = T extends { kind: 'flag' | 'whole' | 'moment' }
  ? number
  : T extends { values: readonly (infer V)[] }
    ? V
    : T extends { input: TEnum<infer V> }
      ? V[number]
      : string
