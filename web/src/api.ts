import { ApiError, contract, createClient, type Input, type Output } from '@assay/contract'

export type Status = Output<typeof contract.status>
export type CurrentUser = Output<typeof contract.currentUser>

/** Too many attempts, and how long the server asks to wait. */
export class ThrottledError extends ApiError {
  readonly waitSeconds: number | undefined

  constructor(message: string, waitSeconds: number | undefined) {
    super(429, { type: 'RateLimitExceeded', message })
    this.waitSeconds = waitSeconds
  }
}

export const api = createClient(contract, { fetch: fetchOrThrottled, headers: csrfHeader })

/** Makes the first user. Away from the server's own machine it takes the printed token. */
export function createFirstUser(token: string, input: Input<typeof contract.createUser>) {
  const client = createClient(
    { createUser: contract.createUser },
    {
      fetch: fetchOrThrottled,
      headers: () => ({ ...csrfHeader(), ...(token ? { 'X-Setup-Token': token } : {}) }),
    },
  )
  return client.createUser(input)
}

/** The server believes an unsafe call with a session only when the page repeats its cookie. */
function csrfHeader(): Record<string, string> {
  const token = cookieValue(document.cookie, 'CORTEX-XSRF-TOKEN')
  return token ? { 'X-CORTEX-XSRF-TOKEN': token } : {}
}

export function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

// The client reads bodies only; the wait stands in a header.
async function fetchOrThrottled(...args: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...args)
  if (response.status !== 429) return response
  const body: unknown = await response.json().catch(() => undefined)
  const waitSeconds = parseRetryAfter(response.headers.get('retry-after'), Date.now())
  throw new ThrottledError(messageIn(body), waitSeconds)
}

const messageIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''

/** `Retry-After` is a number of seconds or a date; proxies send either. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
