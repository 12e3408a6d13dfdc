import type { Readable } from 'node:stream'
import {
  type Answer,
  type AnyEndpoint,
  type Input,
  type Output,
  type Params,
  rawBodyOf,
} from '@assay/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type Caller, isNarrow, type Origin, type SignInOrigin } from '../domain/caller.ts'
import { type Requester, runFor } from '../domain/requester.ts'
import type { Rows } from '../domain/rows.ts'
import { type AdmissionOptions, admission, admissionProblem } from './admission.ts'
import { RowsInBatches, StoredText } from './answer-forms.ts'
import { authenticate, originOf, signInOriginOf } from './authenticate.ts'
import { publicBodyBytes } from './body-limits.ts'
import { acceptsNothing, checkInput, type Fixed, refuseChanges } from './check.ts'
import { withoutCredentials } from './credentials.ts'
import { sendEvents } from './events.ts'
import {
  collectFields,
  type ReceivedFile,
  rawType,
  type StageFile,
  type UploadLimits,
} from './fields.ts'
import { readInput } from './input.ts'
import { checkText } from './json.ts'
import { JsonParts, partsOf, sendBatches, sendParts, WithLists } from './json-stream.ts'
import { readRequestKey } from './request-key.ts'
import { sessionOf } from './session-cookie.ts'
import { shownBy } from './shown-names.ts'
import { watchAdmission } from './still-admitted.ts'

/** On the server side a file part is a received file, not a browser's Blob. */
export type Received<T> = {
  [K in keyof T]: T[K] extends Blob | undefined
    ? ReceivedFile | Exclude<T[K], Blob>
    : T[K] extends Blob[] | undefined
      ? ReceivedFile[] | Exclude<T[K], Blob[]>
      : T[K]
}

export interface Context<E extends AnyEndpoint> {
  params: Params<E>
  input: Received<Input<E>>
  caller: E['roles'] extends 'public' ? undefined : Caller
  /** For a public call: who is calling, if known. Costs a database query. */
  identify(): Promise<Caller | undefined>
  origin: Origin
  /** The same with what distinguishes senders of passwords. */
  signInOrigin: SignInOrigin
  /** The caller's cookie, and the two operations on it. */
  session: {
    token: string | undefined
    start(token: string, csrfToken: string): void
    end(): void
    /** The browser shows at its next sign-in that it was here before. */
    rememberDevice(token: string): void
    /** What this browser takes to a single sign-on provider and back. */
    underWay: string | undefined
    /** Nothing removes it. */
    keepUnderWay(sealed: string | undefined, seconds: number): void
  }
  /** A person looks at the answer in a browser, as after a link: an error should be a page. */
  isNavigation: boolean
  /**
   * To be called by every handler of an endpoint with `fixedAttributes`: refuses those that differ
   * from the current object, which is read only if one was sent.
   */
  refuseChanges(present: () => Promise<object>): Promise<void>
  /** What the caller named the request with, to be able to repeat it; of calls that take one. */
  requestKey: string | undefined
  /** Of a JSON answer whose status is not the endpoint's usual one. */
  setStatus(status: number): void
  setHeader(name: string, value: string | number): void
  /** Of the request: aborted when the caller disconnects or is shut out. */
  signal: AbortSignal
}

type Result<E extends AnyEndpoint> = E['answer'] extends 'empty'
  ? Promise<void>
  : E['answer'] extends 'file'
    ? Promise<FileAnswer>
    : E['answer'] extends 'events'
      ? Promise<EventSource<Static<E['output']>>>
      : E['answer'] extends 'list'
        ? Promise<Rows<Static<E['output']>>>
        : Promise<Output<E>> | Output<E>

export interface FileAnswer {
  stream: Readable
  headers: Record<string, string | number>
}

/** Gets a function that sends one event; returns a function that ends the source. */
export type EventSource<T> = (send: (data: T) => void) => () => void
export type Handler<E extends AnyEndpoint> = (context: Context<E>) => Result<E>
export type Route = <E extends AnyEndpoint>(endpoint: E, handler: Handler<NoInfer<E>>) => void

export interface HttpApp {
  /** For calls without a body. */
  readonly http: FastifyInstance
  /** For calls that may have one: registering multi-part costs every call of the scope. */
  readonly bodies: FastifyInstance
}

export interface RouteOptions extends AdmissionOptions {
  stageFile: StageFile
  limits: UploadLimits
  /** Aborted when the server stops: long calls end then. */
  stopping: AbortSignal
}

/** `route(endpoint, handler)`: authenticate, check role, read and check input, call, answer. */
export function registerRoutes({ http, bodies }: HttpApp, options: RouteOptions): Route {
  http.decorateRequest('caller', undefined)
  http.decorateRequest('revoked', undefined)
  http.decorateRequest('looking', undefined)
  http.decorateRequest('accessVersion', 0)

  /** By path: what a change is compared with. */
  const reads = new Map<string, Read>()
  const readOf = ({ path, aliases }: AnyEndpoint) =>
    [path, ...aliases].map((one) => reads.get(readPath(one))).find((read) => read !== undefined)

  return (endpoint, handler) => {
    for (const url of [endpoint.path, ...endpoint.aliases]) register(endpoint, url, handler)
  }

  function register<E extends AnyEndpoint>(endpoint: E, url: string, handler: Handler<E>): void {
    const app = endpoint.method === 'GET' ? http : bodies
    const call = handler as unknown as (context: Call) => unknown
    let mayBeEmpty: boolean | undefined
    if (endpoint.method === 'GET' && endpoint.answer === 'json') reads.set(url, { endpoint, call })
    app.route({
      method: endpoint.method,
      url,
      bodyLimit: bodyLimitOf(endpoint, options.limits),
      config: { rawType: rawBodyOf(endpoint.input.properties, rawType) && rawType },
      onRequest: admission(endpoint, options),
      handler(request, reply) {
        if (endpoint.method === 'GET' && !request.url.includes('?')) {
          // No input in any form. The schema is compiled with the first call.
          mayBeEmpty ??= acceptsNothing(endpoint)
          if (mayBeEmpty) {
            const context = new Call(endpoint, request, reply, options, {})
            return runFor(context, () => {
              const result = call(context)
              // Without a promise where there is nothing to wait for: about 5 % of a read.
              if (result instanceof Promise)
                return result.then((value) => answer(endpoint, reply, value, options))
              const answered = answer(endpoint, reply, result, options)
              return answered instanceof Promise ? answered : undefined
            })
          }
        }
        const read = endpoint.method === 'PATCH' ? readOf(endpoint) : undefined
        return receiveAndCall(endpoint, request, reply, options, call, read)
      },
    })
  }
}

/** A call that answers one object. */
interface Read {
  readonly endpoint: AnyEndpoint
  call(context: Call): unknown
}

/** Where the object can be read that is changed here, or each of several. */
const readPath = (url: string) => url.replace(/\/_bulk$/, '/:id')

async function receiveAndCall(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
  call: (context: Call) => unknown,
  read: Read | undefined,
) {
  const staged: ReceivedFile[] = []
  let result: unknown
  let context: Call
  try {
    const { input, fixed } = await receive(endpoint, request, options, staged, read)
    context = new Call(endpoint, request, reply, options, input, fixed)
    if (fixed.size > 0 && read)
      await compare(endpoint, request, reply, options, { input, fixed, read })
    result = await runFor(context, () => call(context))
  } finally {
    // Whatever the handler did not keep goes; discarding a kept file does nothing.
    if (staged.length > 0) await Promise.all(staged.map((file) => file.discard()))
  }
  return runFor(context, () => answer(endpoint, reply, result, options))
}

/** Refuses what differs from the object as the caller can read it; whatever it is, the change then does not touch it. */
async function compare(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RouteOptions,
  { input, fixed, read }: { input: Record<string, unknown>; fixed: Fixed; read: Read },
): Promise<void> {
  const { ids } = input
  const all = Array.isArray(ids) ? ids.map((id) => ({ id: String(id) })) : [undefined]
  for (const params of all) {
    const context = new Call(read.endpoint, request, reply, options, {}, undefined, params)
    const present = await runFor(context, () => read.call(context))
    refuseChanges(endpoint, fixed, await plainObject(present))
  }
}

/** An answer that is sent in some other way than as an object, as an object. */
async function plainObject(result: unknown): Promise<object> {
  if (result instanceof StoredText) return JSON.parse(result.text)
  if (!(result instanceof WithLists)) return result as object
  // Its lists are not attributes that could be sent back.
  return result.head
}

/** What a handler is handed; made for every call, so what only some of them need waits for them. */
class Call implements Requester, Omit<Context<AnyEndpoint>, 'params' | 'input' | 'caller'> {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #options: RouteOptions
  readonly #endpoint: AnyEndpoint
  readonly #fixed: Fixed | undefined
  readonly params: Record<string, string>
  readonly input: Record<string, unknown>
  readonly caller: Caller | undefined
  #signal: AbortSignal | undefined

  constructor(
    endpoint: AnyEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    options: RouteOptions,
    input: Record<string, unknown>,
    fixed?: Fixed,
    params?: Record<string, string>,
  ) {
    this.#endpoint = endpoint
    this.#fixed = fixed
    this.#request = request
    this.#reply = reply
    this.#options = options
    this.params = params ?? checkedParams(request)
    this.input = input
    this.caller = request.caller
  }

  get identify() {
    const { methods, find } = this.#options
    return async () => (await authenticate(this.#request, methods, find))?.caller
  }
  get origin() {
    return originOf(this.#request)
  }
  get signInOrigin() {
    return signInOriginOf(this.#request)
  }
  get session() {
    return sessionOf(this.#request, this.#reply, this.#options)
  }
  get isNavigation() {
    return /\btext\/html\b/.test(this.#request.headers.accept ?? '')
  }
  get refuseChanges() {
    return async (present: () => Promise<object>) => {
      if (this.#fixed !== undefined && this.#fixed.size > 0)
        refuseChanges(this.#endpoint, this.#fixed, await present())
    }
  }
  get requestKey() {
    return readRequestKey(this.#request.headers['idempotency-key'])
  }
  get setStatus() {
    return (status: number) => void this.#reply.code(status)
  }
  get setHeader() {
    return (name: string, value: string | number) => void this.#reply.header(name, value)
  }
  get signal() {
    this.#signal ??= requestSignal(this.#endpoint, this.#reply, this.#options)
    return this.#signal
  }
  get organization() {
    return this.caller?.organization ?? ''
  }
}

/** Made only for calls that wait. They also end when their caller is locked out. */
function requestSignal(
  endpoint: AnyEndpoint,
  reply: FastifyReply,
  options: RouteOptions,
): AbortSignal {
  const { request } = reply
  const controller = new AbortController()
  if (reply.raw.destroyed) {
    controller.abort()
    return controller.signal
  }
  const stopWatching = watchAdmission(
    request,
    options.access,
    () => admissionProblem(endpoint, request, options),
    (why) => {
      request.revoked = why
      controller.abort()
    },
  )
  reply.raw.once('close', () => {
    stopWatching()
    // After an answer there is nothing to abort, and every abort makes an error with its stack.
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

async function receive(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  options: RouteOptions,
  staged: ReceivedFile[],
  read: Read | undefined,
) {
  const { properties } = endpoint.input
  const bodyBytes = bodyLimitOf(endpoint, options.limits)
  const limits = { ...options.limits, bodyBytes }
  const fields = await collectFields(request, properties, options.stageFile, limits, staged)
  for (const [alias, name] of Object.entries(endpoint.attributeAliases)) {
    const field = fields.get(alias)
    if (field && !fields.has(name)) fields.set(name, field)
    fields.delete(alias)
  }
  const input = readInput(endpoint.input, fields, endpoint.method === 'PATCH', bodyBytes)
  const fixed = checkInput(endpoint, input, fields, shownBy(endpoint, read?.endpoint))
  return { input, fixed }
}

/** Callers of public endpoints and of the set-up are not authenticated: they get the small limit. */
const bodyLimitOf = ({ roles, duringSetup }: AnyEndpoint, { bodyBytes }: UploadLimits) =>
  roles === 'public' || duringSetup === 'only' ? Math.min(bodyBytes, publicBodyBytes) : bodyBytes

function checkedParams(request: FastifyRequest) {
  const params = request.params as Record<string, string>
  for (const value of Object.values(params)) checkText(value, 'path')
  return params
}

function answer(
  endpoint: AnyEndpoint,
  reply: FastifyReply,
  result: unknown,
  options: RouteOptions,
): unknown {
  const { revoked, looking } = reply.request
  if (looking) return looking.then(() => answer(endpoint, reply, result, options))
  if (revoked) throw revoked
  if (reply.statusCode === 200) reply.code(endpoint.status)
  const { caller } = reply.request
  const shown = caller && isNarrow(caller) ? withoutCredentials(endpoint, result) : result
  return sendAnswer(endpoint, reply, shown, options)
}

function sendAnswer(
  endpoint: AnyEndpoint,
  reply: FastifyReply,
  result: unknown,
  options: RouteOptions,
): unknown {
  switch (endpoint.answer as Answer) {
    case 'empty':
      return reply.send()
    case 'text':
      return reply.type('text/plain; charset=UTF-8').send(result)
    case 'list': {
      const { total, batches } = result as Rows<unknown>
      return sendBatches(reply.header('X-Total', total), batches)
    }
    case 'file': {
      const { stream, headers } = result as FileAnswer
      return reply.headers(headers).send(stream)
    }
    case 'events':
      return sendEvents(reply, {
        source: result as EventSource<unknown>,
        stopping: options.stopping,
        problem: () => admissionProblem(endpoint, reply.request, options),
        watch: (problem, end) =>
          watchAdmission(reply.request, options.access, problem, () => end()),
      })
    case 'json': {
      if (result instanceof RowsInBatches) return sendBatches(reply, result.batches)
      if (result instanceof WithLists) return sendParts(reply, partsOf(result))
      if (result instanceof JsonParts) return sendParts(reply, result.parts)
      if (!(result instanceof StoredText)) return reply.send(result)
      return reply.type('application/json; charset=utf-8').send(result.text)
    }
  }
}
