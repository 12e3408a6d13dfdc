import {
  type Static,
  type TArray,
  type TBoolean,
  type TInteger,
  type TLiteral,
  type TNull,
  type TObject,
  type TSchema,
  type TString,
  type TUnion,
  Type,
} from 'typebox'
import { AnyObject, orNull, Timestamp } from '../../values.ts'
import {
  type Attribute,
  type Entity,
  type NameIn,
  nameIn,
  type SentNames,
  sentNames,
  type Version,
} from './entity.ts'

type Optional<S> = S & { '~optional': true }
type OrNull<S extends TSchema> = TUnion<[S, TNull]>

/** 0 is a new entity, 1 a change of one. */
type Sending = 0 | 1

/** The schema with which it arrives, or false. */
type InputOf<T, At extends Sending> = T extends { input: infer I extends TSchema }
  ? I extends readonly [unknown, unknown]
    ? I[At]
    : [At, T] extends [1, { nullable: true }]
      ? OrNull<I>
      : I
  : false

type NamesSent<T, Name, At extends Sending> =
  InputOf<T, At> extends false ? never : SentNames<T, Name>

/** Whether callers may send it. */
export const isSent = ({ input }: Attribute, at: Sending): boolean =>
  Array.isArray(input) ? input[at] !== false : input !== undefined

function inputOf(attribute: Attribute, at: Sending): TSchema | false {
  const { input, nullable } = attribute
  if (input === undefined) return false
  if (Array.isArray(input)) return input[at]
  return at === 1 && nullable ? orNull(input as TSchema) : (input as TSchema)
}

const attributesOf = (of: Entity) => Object.entries(of.attributes)

type Properties = Record<string, TSchema>

function sentProperties(of: Entity, at: Sending, change: (sent: TSchema) => TSchema): Properties {
  const properties: Properties = {}
  for (const [name, attribute] of attributesOf(of)) {
    const sent = inputOf(attribute, at)
    if (!sent) continue
    const isRequired = at === 0 && attribute.required
    for (const each of sentNames(name, attribute))
      properties[each] = isRequired ? sent : Type.Optional(change(sent))
  }
  return properties
}

type CreatedOf<A> = {
  [K in keyof A as NamesSent<A[K], K, 0>]: A[K] extends { required: true }
    ? InputOf<A[K], 0>
    : Optional<InputOf<A[K], 0>>
}

/** What callers send of a new one. */
export const created = <E extends Entity>(of: E) =>
  sentProperties(of, 0, (sent) => sent) as CreatedOf<E['attributes']>

type FormOf<A> = {
  [K in keyof A as NamesSent<A[K], K, 0>]: A[K] extends { required: true }
    ? InputOf<A[K], 0>
    : Optional<OrNull<InputOf<A[K], 0> & TSchema>>
}

/** The same where null says nothing: as it comes with another entity. */
export const form = <E extends Entity>(of: E) =>
  sentProperties(of, 0, orNull) as FormOf<E['attributes']>

type ChangedOf<A> = {
  [K in keyof A as NamesSent<A[K], K, 1>]: Optional<InputOf<A[K], 1>>
}

/** What callers send of a change; null clears. */
export const changed = <E extends Entity>(of: E) =>
  sentProperties(of, 1, (sent) => sent) as ChangedOf<E['attributes']>

interface ShownKinds {
  text: TString
  keyword: TString
  flag: TBoolean
  whole: TInteger
  moment: TInteger
  list: TArray<TString>
  object: typeof AnyObject
}
const shownKinds: ShownKinds = {
  text: Type.String(),
  keyword: Type.String(),
  flag: Type.Boolean(),
  whole: Type.Integer(),
  moment: Timestamp,
  list: Type.Array(Type.String()),
  object: AnyObject,
}

/** False, true for the schema of the kind, or a schema. */
type ShownIn<T, V extends Version> = T extends { shown: infer S }
  ? S extends readonly [unknown, unknown]
    ? S[V]
    : S
  : true
type ShownSchema<T extends Attribute, V extends Version> =
  ShownIn<T, V> extends true ? ShownKinds[T['kind']] : ShownIn<T, V>

/** The names of what is shown: keys of the declaration → names in answers. */
export type ShownNames<A, V extends Version> = {
  [K in keyof A]: ShownIn<A[K], V> extends false ? never : NameIn<A[K], K, V>
}

type ShownOf<E extends Entity, V extends Version> = { _type: TLiteral<E['types'][V]> } & {
  [K in keyof E['attributes'] as ShownNames<E['attributes'], V>[K]]: E['attributes'][K] extends {
    nullable: true
  }
    ? [E, V] extends [{ everyKeyV0: true }, 0]
      ? OrNull<ShownSchema<E['attributes'][K], V> & TSchema>
      : Optional<ShownSchema<E['attributes'][K], V>>
    : ShownSchema<E['attributes'][K], V>
}

export function shownSchema({ kind, shown = true }: Attribute, version: Version): TSchema | false {
  const schema = Array.isArray(shown) ? shown[version] : shown
  return schema === true ? shownKinds[kind] : schema
}

/** What answers show of it. */
export function shown<E extends Entity, V extends Version>(of: E, version: V): ShownOf<E, V> {
  const properties: Properties = { _type: Type.Literal(of.types[version]) }
  for (const [name, attribute] of attributesOf(of)) {
    const schema = shownSchema(attribute, version)
    if (!schema) continue
    const isNull = version === 0 && of.everyKeyV0 ? orNull(schema) : Type.Optional(schema)
    properties[nameIn(version, name, attribute)] = attribute.nullable ? isNull : schema
  }
  return properties as ShownOf<E, V>
}

/** For `fixedAttributes` of the endpoint that changes it. */
export const fixed = (of: Entity, version: Version): Record<string, string> =>
  Object.fromEntries(
    attributesOf(of).flatMap(([name, attribute]) =>
      attribute.fixed === undefined ? [] : [[nameIn(version, name, attribute), attribute.fixed]],
    ),
  )

/** What is left out may also be undefined. */
type Loose<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] }

interface Declaration {
  readonly attributes: unknown
}
/** The values of a new one, and of a change. */
export type Created<E extends Declaration> = Loose<Static<TObject<CreatedOf<E['attributes']>>>>
export type Changed<E extends Declaration> = Loose<Static<TObject<ChangedOf<E['attributes']>>>>
