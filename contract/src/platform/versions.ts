import type { TNull, TObject, TSchema } from 'typebox'
import {
  type Access,
  type Endpoint,
  type EndpointOptions,
  empty,
  endpoint,
  type Nothing,
} from '../endpoint.ts'

/** Version 0 of the platform is found under two prefixes. */
export function v0(path: string): WithAliases
export function v0<O extends TSchema>(path: string, output: O): WithAliases & Shown<O>
export function v0(path: string, output?: TSchema): WithAliases & { output?: unknown } {
  return { path: `/api${path}`, aliases: [`/api/v0${path}`], ...(output && { output }) }
}

export function v1(path: string): Address
export function v1<O extends TSchema>(path: string, output: O): Shown<O>
export function v1(path: string, output?: TSchema): Address & { output?: unknown } {
  return { path: `/api/v1${path}`, ...(output && { output }) }
}

interface Address {
  path: string
  aliases?: readonly string[]
  readOnlyAttributes?: readonly string[]
  fixedAttributes?: Readonly<Record<string, string>>
}
type WithAliases = Address & { aliases: readonly string[] }
type Shown<O> = Address & { output: O }
type Common<P, I, R> = Omit<EndpointOptions<P, I, R>, keyof Address> & { status?: 200 | 201 }

type Json<P extends TObject, I extends TObject, O extends TSchema, R extends Access> = Endpoint<
  P,
  I,
  O,
  'json',
  R
>
type Empty<P extends TObject, I extends TObject, R extends Access> = Endpoint<
  P,
  I,
  TNull,
  'empty',
  R
>

/**
 * One call in both versions of the API: what they share, then address and output of each. A version
 * without an output answers nothing.
 */
export function inBothVersions<
  const R extends Access,
  O0 extends TSchema,
  O1 extends TSchema,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(call: Common<P, I, R>, inV0: Shown<O0>, inV1: Shown<O1>): [Json<P, I, O0, R>, Json<P, I, O1, R>]
export function inBothVersions<
  const R extends Access,
  O0 extends TSchema,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(call: Common<P, I, R>, inV0: Shown<O0>, inV1: Address): [Json<P, I, O0, R>, Empty<P, I, R>]
export function inBothVersions<
  const R extends Access,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(call: Common<P, I, R>, inV0: Address, inV1: Address): [Empty<P, I, R>, Empty<P, I, R>]
export function inBothVersions(
  { status, ...call }: Common<TObject, TObject, Access>,
  ...versions: (Address & { output?: TSchema })[]
): unknown {
  return versions.map(({ output, ...address }) =>
    output
      ? endpoint({ ...call, ...address, output, ...(status && { status }) })
      : empty({ ...call, ...address }),
  )
}
