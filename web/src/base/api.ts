import { contract, createClient, type Input, type Output } from '@assay/contract'
import { isGatewayError, setReachable } from './connection/reachable.ts'
import { startCall } from './connection/sign-in-again.ts'
import { takeEarly } from './early.ts'
import { ThrottledError } from './problem.ts'
import { basePath } from './routing/base.ts'

export type Status = Output<typeof contract.status>
export type CurrentUser = Output<typeof contract.currentUser>

/**
 * Every call of the contract. When the session has ended, the user signs in again, then the call is
 * repeated.
 */
export const api = createClient(contract, { baseUrl: basePath, fetch: fetchInSession })

/** Signing in is never refused "because nobody is signed in": it must not wait for itself. */
const { login, loginSecondStep, startPasskeyLogin, passkeyLogin } = contract
const signInClient = createClient(
  { login, loginSecondStep, startPasskeyLogin, passkeyLogin },
  { baseUrl: basePath, fetch: fetchOnce },
)
/** Refused with 402 when the account has a second factor, see `login/second-step.tsx`. */
export const signIn = (user: string, password: string) => signInClient.login({ user, password })
export const signInSecondStep = (proof: Input<typeof loginSecondStep>) =>
  signInClient.loginSecondStep(proof)
export const startPasskeySignIn = () => signInClient.startPasskeyLogin()
export const signInByPasskey = (answer: Input<typeof passkeyLogin>) =>
  signInClient.passkeyLogin(answer)

/** The first run. Away from the server's own machine it takes the printed token. */
export function setUpInstallation(token: string, input: Input<typeof contract.setUp>) {
  const client = createClient(
    { setUp: contract.setUp },
    {
      baseUrl: basePath,
      fetch: fetchOnce,
      headers: (): Record<string, string> => (token ? { 'X-Setup-Token': token } : {}),
    },
  )
  return client.setUp(input)
}

/** Where a file can be had; only for a link or a button that a person presses. */
export const zipAddress = (id: string, name: string) =>
  `${basePath}/api/datastorezip/${encodeURIComponent(id)}?name=${encodeURIComponent(name)}`

export async function fetchInSession(address: RequestInfo | URL, init: RequestInit = {}) {
  const signInAgain = startCall()
  const response = await fetchOnce(address, init)
  // The organization has just started to require a second factor: a reload shows how to set one up.
  if (response.status === 403 && (await typeIn(response)) === 'SecondFactorSetupRequired')
    location.reload()
  if (response.status !== 401) return response
  // No user was signed in yet, or the sign-in was canceled: the refusal is the answer.
  if (!(await signInAgain())) return response
  return fetchOnce(address, init)
}

/** The server believes an unsafe call with a session only when the page repeats its cookie. */
async function fetchOnce(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const token = cookieValue(document.cookie, 'CORTEX-XSRF-TOKEN')
  const headers = { ...init.headers, ...(token ? { 'X-CORTEX-XSRF-TOKEN': token } : {}) }
  const response = await reach(address, { ...init, headers })
  if (response.status !== 429) return response
  // The client reads bodies only; the wait is in a header.
  const body: unknown = await response.json().catch(() => undefined)
  const waitSeconds = parseRetryAfter(response.headers.get('retry-after'), Date.now())
  throw new ThrottledError(messageIn(body), waitSeconds)
}

async function reach(address: RequestInfo | URL, init: RequestInit): Promise<Response> {
  try {
    const response = (await takeEarly(String(address), init)) ?? (await fetch(address, init))
    setReachable(!isGatewayError(response.status))
    return response
  } catch (error) {
    // Leaving the screen ended the call, not the network.
    if (!init.signal?.aborted) setReachable(false)
    throw error
  }
}

export function cookieValue(cookies: string, name: string): string | undefined {
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

async function typeIn(response: Response): Promise<unknown> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined
}

const messageIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : ''

/** `Retry-After` is a number of seconds or a date; proxies send either. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
