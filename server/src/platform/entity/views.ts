import {
  type Attribute,
  type ColumnOf,
  type Entity,
  type Kind,
  nameIn,
  type ShownNames,
  type Stored,
  shownSchema,
  type Version,
} from '@assay/contract/entities'
import { declaredOf } from './columns.ts'

/** Values as callers see them. */
type Seen<T> = T extends { kind: 'flag' }
  ? boolean
  : T extends { kind: 'list' }
    ? string[]
    : T extends { kind: 'object' }
      ? Record<string, unknown>
      : Stored<T>

const seen: Readonly<Record<Kind, (stored: never) => unknown>> = {
  text: (stored: string) => stored,
  keyword: (stored: string) => stored,
  flag: (stored: number) => stored === 1,
  whole: (stored: number) => stored,
  moment: (stored: number) => stored,
  list: (stored: string) => JSON.parse(stored),
  object: (stored: string) => JSON.parse(stored),
}

export const seenValue = ({ kind }: Pick<Attribute, 'kind'>, stored: unknown): unknown =>
  stored === null ? null : seen[kind](stored as never)

type Names<E extends Entity, V extends Version> = ShownNames<E['attributes'], V>
type IsNullable<E extends Entity, K extends keyof E['attributes']> = E['attributes'][K] extends {
  nullable: true
}
  ? true
  : false
/** Keys without a value are null where version 0 shows every key, else they are left out. */
type NullsShown<E extends Entity, V extends Version> = [E, V] extends [{ everyKeyV0: true }, 0]
  ? true
  : false

type AttributesView<E extends Entity, V extends Version> = { _type: E['types'][V] } & {
  [K in keyof E['attributes'] as IsNullable<E, K> extends true ? never : Names<E, V>[K]]: Seen<
    E['attributes'][K]
  >
} & (NullsShown<E, V> extends true
    ? {
        [K in keyof E['attributes'] as IsNullable<E, K> extends true
          ? Names<E, V>[K]
          : never]: Seen<E['attributes'][K]> | null
      }
    : {
        [K in keyof E['attributes'] as IsNullable<E, K> extends true
          ? Names<E, V>[K]
          : never]?: Seen<E['attributes'][K]>
      })

/** A row with the columns of what is shown. */
type ShownRow<A, V extends Version> = {
  readonly [K in keyof A as ShownNames<A, V>[K] extends never ? never : ColumnOf<A[K], K>]: unknown
}

/** How a version shows the declared attributes of a row. */
export function attributesView<E extends Entity, V extends Version>(of: E, version: V) {
  const areNullsShown = version === 0 && of.everyKeyV0 === true
  const parts = declaredOf(of)
    .filter(({ attribute }) => shownSchema(attribute, version) !== false)
    .map(({ name, column, attribute }) => ({
      name: nameIn(version, name, attribute),
      column,
      attribute,
    }))
  return (row: ShownRow<E['attributes'], V>): AttributesView<E, V> => {
    const view: Record<string, unknown> = { _type: of.types[version] }
    for (const { name, column, attribute } of parts) {
      const value = seenValue(attribute, (row as Readonly<Record<string, unknown>>)[column])
      if (value !== null || areNullsShown) view[name] = value
    }
    return view as AttributesView<E, V>
  }
}
