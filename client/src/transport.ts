import { ApiError, ConnectionError } from './errors.ts'
import { isRead, type RetryOptions, retryDefaults, withRetries } from './retry.ts'
import { type Credentials, openSession } from './session.ts'

export interface ConnectOptions extends Credentials {
  /** Address of the server; without it, paths are relative to the page. */
  url?: string
  retry?: RetryOptions
  /** Another `fetch`, for a proxy or an authority of your own. */
  fetch?: typeof fetch
  /** Of every single try, until its answer begins; long polls and streams have their own. */
  timeoutMs?: number
}

export interface SendOptions {
  /** It may be repeated even if the first attempt may have succeeded. */
  mayRepeat?: boolean | undefined
  /** The body is a stream, read by the caller. */
  isStream?: boolean
}

export type Transport = ReturnType<typeof makeTransport>

/** Authenticated, repeated where that is safe; whatever is not 2xx is thrown. */
export function makeTransport(options: ConnectOptions) {
  const baseUrl = (options.url ?? '').replace(/\/+$/, '')
  const retry = { ...retryDefaults, ...options.retry }
  const timeoutMs = options.timeoutMs ?? 120_000
  const session = openSession(options, (path, body) =>
    once(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    }),
  )

  async function once(
    address: string,
    init: RequestInit,
    { isStream = false }: SendOptions = {},
  ): Promise<Response> {
    // Only until the answer begins: a report or a stream may take longer to arrive.
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new Error(`no response within ${timeoutMs} ms`)),
      timeoutMs,
    )
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
    try {
      const response = await (options.fetch ?? fetch)(address, {
        // A key alone: who else is signed in in this browser is another matter.
        credentials: options.key === undefined ? 'include' : 'omit',
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...session.headers() },
        signal,
      })
      session.remember(response)
      clearTimeout(timer)
      if (response.ok && isStream) return response
      // Read here: a connection that is lost in the middle of an answer is one that was lost.
      const text = await response.text()
      if (!response.ok) throw new ApiError(response, text)
      const { status, headers } = response
      return new Response(status === 204 ? null : text, { status, headers })
    } catch (error) {
      if (error instanceof ApiError) throw error
      // The caller ended the call, not the network.
      init.signal?.throwIfAborted()
      throw new ConnectionError(address, late.signal.aborted ? late.signal.reason : error)
    } finally {
      clearTimeout(timer)
    }
  }

  /** A session that has ended is opened again; a 401 was refused before anything was done. */
  async function authenticated(address: string, init: RequestInit, options?: SendOptions) {
    const opened = session.opened()
    try {
      return await once(address, init, options)
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401
      if (!isSignedOut || !session.renew) throw error
      await session.renew(opened)
      return once(address, init, options)
    }
  }

  const send = (address: string, init: RequestInit, options: SendOptions = {}) => {
    const path = address.slice(baseUrl.length).replace(/\?.*$/s, '')
    const isSafe = options.mayRepeat || isRead(init.method ?? 'GET', path)
    const signal = init.signal ?? undefined
    return withRetries(() => authenticated(address, init, options), isSafe, retry, signal)
  }

  return { baseUrl, retry, send, authenticated }
}
