import type { Answer, AnyRoute, Input, Output, Params } from './endpoint.ts'
import type { ErrorBody } from './values.ts'

/** The server's refusal, verbatim. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = body.type
    this.status = status
    this.body = body
  }
}

export interface ClientOptions {
  /** Address of the server without trailing slash; empty in the page, where paths are relative. */
  baseUrl?: string
  fetch?: typeof fetch
  /** Asked before each call: `Authorization`, CSRF token and the like. */
  headers?: () => Record<string, string>
}

type IsEmpty<T> = keyof T extends never ? true : false

export interface CallOptions {
  /** Ends the call early, when its answer is not needed any more. */
  signal?: AbortSignal
  /** Behind the `?`, where today's clients send a few inputs of a POST, such as `force=1`. */
  query?: Record<string, string>
  /**
   * For clients that repeat calls: send this one again even if the first attempt may have succeeded.
   */
  repeat?: boolean
}

/** A call without input takes no value there: what belongs into its options would become part of the address. */
type Given<E extends AnyRoute> = IsEmpty<Input<E>> extends true ? Record<string, never> : Input<E>

/** Calls without parameters or input need no argument for them. */
type Arguments<E extends AnyRoute> =
  IsEmpty<Params<E>> extends true
    ? Partial<Input<E>> extends Input<E>
      ? [input?: Given<E>, call?: CallOptions]
      : [input: Input<E>, call?: CallOptions]
    : Partial<Input<E>> extends Input<E>
      ? [params: Params<E>, input?: Given<E>, call?: CallOptions]
      : [params: Params<E>, input: Input<E>, call?: CallOptions]

export type Client<C extends Record<string, AnyRoute>> = {
  [K in keyof C]: (...args: Arguments<C[K]>) => Promise<Output<C[K]>>
}

/** A function for every call of the contract, with the contract's types. */
export function createClient<C extends Record<string, AnyRoute>>(
  contract: C,
  options: ClientOptions = {},
): Client<C> {
  const calls = Object.entries(contract).map(([name, endpoint]) => {
    const takesParams = endpoint.path.includes('/:')
    const call = (...args: unknown[]) => {
      const [params, input, call] = takesParams ? args : [{}, ...args]
      return send(endpoint, params as Values, (input ?? {}) as Values, {
        ...options,
        ...(call as CallOptions | undefined),
      })
    }
    return [name, call]
  })
  return Object.fromEntries(calls) as Client<C>
}

type Values = Record<string, unknown>

async function send(
  endpoint: AnyRoute,
  params: Values,
  input: Values,
  options: ClientOptions & CallOptions,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const query = queryString({ ...(inQuery ? input : {}), ...options.query })
  const { body, contentType } = inQuery ? {} : encodeBody(input)
  const response = await (options.fetch ?? fetch)(`${options.baseUrl ?? ''}${path}${query}`, {
    method: endpoint.method,
    headers: {
      accept: 'application/json, text/plain',
      ...(contentType ? { 'content-type': contentType } : {}),
      ...options.headers?.(),
    },
    ...(body === undefined ? {} : { body }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  // The caller reads bytes or events at their own pace.
  const isStream = endpoint.answer === 'file' || endpoint.answer === 'events'
  if (response.ok && isStream) return response
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, errorBody(response.status, text))
  switch (endpoint.answer as Answer) {
    case 'empty':
      return undefined
    case 'text':
      return text
    case 'list':
      return { rows: JSON.parse(text), total: Number(response.headers.get('x-total')) }
    case 'json':
      return JSON.parse(text)
    case 'file':
    case 'events':
      return response
  }
}

function queryString(input: Values): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined) continue
      search.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}

/** Files make it a multi-part body whose `_json` part holds the rest. */
function encodeBody(input: Values): { body?: string | FormData; contentType?: string } {
  const entries = Object.entries(input)
  const files = entries.filter(([, value]) => [value].flat()[0] instanceof Blob)
  if (files.length === 0) return { body: JSON.stringify(input), contentType: 'application/json' }
  const form = new FormData()
  form.set('_json', JSON.stringify(Object.fromEntries(entries.filter((e) => !files.includes(e)))))
  for (const [name, value] of files)
    for (const file of [value].flat()) form.append(name, file as Blob)
  return { body: form }
}

/** A proxy in between may answer something that is not ours. */
function errorBody(status: number, text: string): ErrorBody {
  try {
    const body = JSON.parse(text)
    if (typeof body?.type === 'string' && typeof body.message === 'string') return body
  } catch {}
  return { type: 'Unknown', message: `The server responded with status ${status}` }
}
