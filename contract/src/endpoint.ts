import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Effect } from './effect.ts'
import { object, type Role } from './values.ts'

/**
 * Who may call: everyone, every signed-in user, or users with one of these roles.
 * `orgadmin` includes `analyze` includes `read`; `superadmin` is separate.
 */
export type Access = 'public' | 'any' | readonly Role[]

/**
 * What comes back: a JSON value, a JSON array with `X-Total`, plain text, nothing, the bytes of a
 * file, or server-sent events until one side hangs up.
 */
export type Answer = 'json' | 'list' | 'text' | 'empty' | 'file' | 'events'

/** One call of the API. Validation, role check, handler types, client and OpenAPI follow from it. */
export interface Endpoint<
  P extends TObject = TObject,
  I extends TObject = TObject,
  O extends TSchema = TSchema,
  A extends Answer = Answer,
  R extends Access = Access,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Other paths of the same call, kept for clients that spell the version. */
  readonly aliases: readonly string[]
  readonly roles: R
  readonly effect: Effect
  readonly summary: string
  /** Heading in the API page, and `tableName` of attribute errors. */
  readonly resource: string
  readonly params: P
  readonly input: I
  /** Of `list`: the schema of one row. Of `text`: a string. Of `empty`: null. */
  readonly output: O
  readonly answer: A
  readonly status: number
  /** Also, or only, open to the person who sets up an installation without users. */
  readonly duringSetup: boolean | 'only'
  /** Only looks: with `auth.readOnlyAccess` users with `read` may call it too. */
  readonly readOnly: boolean
  /** Sent automatically by the page, so it does not prove that a person is there. */
  readonly leavesSession: boolean
  /** A GET that changes something: pages of other sites may not cause it. */
  readonly rejectsCrossSite: boolean
  /** Unknown attributes are passed over instead of refused. */
  readonly ignoresUnknown: boolean
  /** Other names of attributes, `{ other: 'attribute' }`, for clients of today's systems. */
  readonly attributeAliases: Readonly<Record<string, string>>
  /** Attributes that exist and cannot be changed; refused with their own message. */
  readonly readOnlyAttributes: readonly string[]
  /**
   * Fixed attributes, and what to do instead. Clients send whole objects back: unchanged they are
   * ignored, with another value they are refused.
   */
  readonly fixedAttributes: Readonly<Record<string, string>>
  /** Of a PATCH that returns nothing, without a matching GET: the object that it changes. */
  readonly changes: TObject | undefined
  /** Takes `Idempotency-Key`: sent again with the same key, it starts nothing a second time. */
  readonly takesRequestKey: true | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where "some endpoint" is meant
export type AnyEndpoint = Endpoint<any, any, any, any, any>
export type Contract = Record<string, AnyEndpoint>

/**
 * What a client needs of an endpoint. The schemas are here for the types that follow from them; they
 * may be missing at run time, as in the page.
 */
export type RouteOf<E extends AnyEndpoint> = Pick<E, 'method' | 'path' | 'answer'> &
  Partial<Pick<E, 'params' | 'input' | 'output'>>
export type AnyRoute = RouteOf<AnyEndpoint>
export type RoutesOf<C extends Contract> = { readonly [K in keyof C]: RouteOf<C[K]> }

export const Nothing = object({})
export type Nothing = typeof Nothing

/** What a call declares; the rest is filled in. */
export interface EndpointOptions<P, I, R> {
  method: Endpoint['method']
  path: string
  aliases?: readonly string[]
  roles: R
  effect: Effect
  summary: string
  resource: string
  params?: P
  input?: I
  duringSetup?: boolean | 'only'
  readOnly?: boolean
  leavesSession?: boolean
  rejectsCrossSite?: boolean
  ignoresUnknown?: boolean
  attributeAliases?: Readonly<Record<string, string>>
  readOnlyAttributes?: readonly string[]
  fixedAttributes?: Readonly<Record<string, string>>
  changes?: TObject
  takesRequestKey?: true
}

/** A call that answers JSON. */
export function endpoint<
  const R extends Access,
  O extends TSchema,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(
  call: EndpointOptions<P, I, R> & { output: O; status?: 200 | 201 },
): Endpoint<P, I, O, 'json', R> {
  return { ...complete(call), output: call.output, answer: 'json', status: call.status ?? 200 }
}

/** A call that answers one page of rows, and their total in `X-Total`. */
export function list<
  const R extends Access,
  O extends TSchema,
  P extends TObject = Nothing,
  X extends TProperties = Record<never, never>,
>(
  call: Omit<EndpointOptions<P, never, R>, 'input'> & { row: O; input?: X },
): Endpoint<P, TObject<(typeof ListInput)['properties'] & X>, O, 'list', R> {
  // The spread has just these properties; TypeScript cannot see it through the optional `input`.
  const input = object({ ...ListInput.properties, ...call.input }) as unknown as TObject<
    (typeof ListInput)['properties'] & X
  >
  return { ...complete({ ...call, input }), output: call.row, answer: 'list', status: 200 }
}

/** A call that answers plain text. */
export function text<
  const R extends Access,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(call: EndpointOptions<P, I, R>): Endpoint<P, I, ReturnType<typeof Type.String>, 'text', R> {
  return { ...complete(call), output: Type.String(), answer: 'text', status: 200 }
}

/** A call that answers no body. */
export function empty<
  const R extends Access,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(
  call: EndpointOptions<P, I, R> & { status?: 200 | 204 },
): Endpoint<P, I, ReturnType<typeof Type.Null>, 'empty', R> {
  return { ...complete(call), output: Type.Null(), answer: 'empty', status: call.status ?? 204 }
}

/** A call that answers the bytes of a file. */
export function file<
  const R extends Access,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(call: EndpointOptions<P, I, R>): Endpoint<P, I, typeof Bytes, 'file', R> {
  return { ...complete(call), output: Bytes, answer: 'file', status: 200 }
}

/** A call that answers server-sent events, each with JSON data of the given kind. */
export function events<
  const R extends Access,
  O extends TSchema,
  P extends TObject = Nothing,
  I extends TObject = Nothing,
>(call: EndpointOptions<P, I, R> & { event: O }): Endpoint<P, I, O, 'events', R> {
  return { ...complete(call), output: call.event, answer: 'events', status: 200 }
}

const Bytes = Type.Unsafe<Response>({ type: 'string', format: 'binary' })

function complete<P extends TObject, I extends TObject, R>(call: EndpointOptions<P, I, R>) {
  return {
    method: call.method,
    path: call.path,
    aliases: call.aliases ?? [],
    roles: call.roles,
    effect: call.effect,
    summary: call.summary,
    resource: call.resource,
    // P and I are nothing when the call gives none; inference cannot express that.
    params: call.params ?? (Nothing as unknown as P),
    input: call.input ?? (Nothing as unknown as I),
    duringSetup: call.duringSetup ?? false,
    readOnly: call.readOnly ?? false,
    leavesSession: call.leavesSession ?? false,
    rejectsCrossSite: call.rejectsCrossSite ?? call.method !== 'GET',
    ignoresUnknown: call.ignoresUnknown ?? (call.method === 'GET' || call.method === 'DELETE'),
    attributeAliases: call.attributeAliases ?? {},
    readOnlyAttributes: call.readOnlyAttributes ?? [],
    fixedAttributes: call.fixedAttributes ?? {},
    changes: call.changes,
    takesRequestKey: call.takesRequestKey,
  }
}

/** What every list and search takes. */
export const ListInput = object({
  query: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Search criteria; omit to match all' },
    ),
  ),
  range: Type.Optional(
    Type.String({ description: '`all` or `from-to`; the end is exclusive', default: '0-10' }),
  ),
  sort: Type.Optional(
    Type.Union([Type.Array(Type.String()), Type.String()], {
      description: 'Field names, each prefixed with `-` (descending) or `+` (ascending)',
    }),
  ),
})

export type ListInput = Static<typeof ListInput>
export type Params<E extends AnyRoute> = Static<NonNullable<E['params']>>
export type Input<E extends AnyRoute> = Static<NonNullable<E['input']>>
export type Page<T> = { rows: T[]; total: number }
export type Output<E extends AnyRoute> = E['answer'] extends 'list'
  ? Page<Static<NonNullable<E['output']>>>
  : E['answer'] extends 'empty'
    ? undefined
    : E['answer'] extends 'file' | 'events'
      ? Response
      : Static<NonNullable<E['output']>>
