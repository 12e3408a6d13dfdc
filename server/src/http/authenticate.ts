import type { FastifyRequest } from 'fastify'
import type { Caller, Origin, SignInOrigin } from '../domain/caller.ts'
import { AppError } from '../domain/errors.ts'
import { claimedClient, isUntrustedProxy } from './proxy.ts'
import { isCrossSite, sentCsrfToken, sentDeviceToken, sessionToken } from './session-cookie.ts'

/** What the HTTP layer needs of the identity layer; it knows no tables itself. */
export interface FindCaller {
  bySession(
    token: string,
    prolong: boolean,
  ): Promise<{ caller: Caller; csrfToken: string } | undefined>
  byKey(key: string): Promise<Caller | undefined>
  /** The recent caller with this key, if that still holds. Without a query. */
  byKnownKey(key: string): Caller | undefined
  /** The server itself, which calls itself whatever methods are open to people. */
  byServiceKey(key: string): Promise<Caller | undefined>
  byPassword(login: string, password: string, origin: SignInOrigin): Promise<Caller | undefined>
  duringSetup(token: string | undefined, isLocal: boolean): Promise<Caller | undefined>
}

export interface AuthenticationMethods {
  session: boolean
  key: boolean
  basic: boolean
}

export interface Authenticated {
  caller: Caller
  /** Present when the session cookie did it: the cookie slides with the answer. */
  session?: { token: string; csrfToken: string }
}

/**
 * An explicit `Authorization` header is tried before the cookie, which a browser sends by itself.
 * A header that does not work is forgotten and the cookie still counts.
 */
export async function authenticate(
  request: FastifyRequest,
  methods: AuthenticationMethods,
  find: FindCaller,
  prolong = true,
): Promise<Authenticated | undefined> {
  const byHeader = await authenticateByHeader(request, methods, find)
  if (byHeader) return { caller: byHeader }
  const token = methods.session ? sessionToken(request) : undefined
  if (token === undefined) return undefined
  const found = await find.bySession(token, prolong)
  return found && { caller: found.caller, session: { token, csrfToken: found.csrfToken } }
}

/** The path of nearly every call of a program: no database query. */
export function knownCaller(
  { headers: { authorization } }: FastifyRequest,
  methods: AuthenticationMethods,
  find: FindCaller,
): Caller | undefined {
  if (!methods.key || !authorization?.startsWith('Bearer ')) return undefined
  return find.byKnownKey(authorization.slice('Bearer '.length).trim())
}

async function authenticateByHeader(
  request: FastifyRequest,
  methods: AuthenticationMethods,
  find: FindCaller,
): Promise<Caller | undefined> {
  const [scheme = '', value = ''] = splitOnce(request.headers.authorization ?? '', ' ')
  if (scheme.toLowerCase() === 'bearer' && value.trim() !== '') {
    const key = value.trim()
    return (await find.byServiceKey(key)) ?? (methods.key ? find.byKey(key) : undefined)
  }
  if (methods.basic && scheme.toLowerCase() === 'basic') {
    const [login, password] = splitOnce(Buffer.from(value, 'base64').toString('utf8'), ':')
    if (login && password && isPossible(login, password))
      return find.byPassword(login, password, signInOriginOf(request))
  }
  return undefined
}

/** As narrow as the input of login: an impossible name reaches no database. */
const isPossible = (login: string, password: string) =>
  login.length <= 128 && password.length <= 1024 && !`${login}${password}`.includes('\0')

/** Passwords may contain colons: only the first one separates. */
function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** No form or script of another site may make a browser change something here. */
export function rejectCrossSite(request: FastifyRequest, publicUrl: string | undefined): void {
  // guard: server/test/api/sessions.test.ts
  if (isCrossSite(request, publicUrl)) throw new AppError('Forbidden', 'Cross-site request blocked')
}

/**
 * Browsers send cookies and remembered basic credentials whichever site asks, so a change must also
 * prove that our own page asked for it. API keys prove that by themselves.
 */
export function refuseForgery(
  request: FastifyRequest,
  { caller, session }: Authenticated,
  publicUrl: string | undefined,
): void {
  if (request.method === 'GET' || request.method === 'HEAD' || caller.via === 'key') return
  rejectCrossSite(request, publicUrl)
  // guard: server/test/api/sessions.test.ts
  if (session && sentCsrfToken(request) !== session.csrfToken)
    throw new AppError(
      'Forbidden',
      'CSRF check failed: send the cookie CORTEX-XSRF-TOKEN back in the header X-CORTEX-XSRF-TOKEN',
    )
}

export const originOf = (request: FastifyRequest): Origin => ({
  // None, if the caller hung up before we looked.
  address: request.ip ?? '',
  requestId: request.id,
})

export function signInOriginOf(request: FastifyRequest): SignInOrigin {
  const isShared = isUntrustedProxy(request)
  return {
    ...originOf(request),
    deviceToken: sentDeviceToken(request),
    isShared,
    claimed: isShared ? claimedClient(request) : '',
  }
}

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * A call from this machine. A proxy on the same machine also connects from the loopback address, so
 * a forwarding header disqualifies; so does another host name, which is how a web page reaches
 * local servers by DNS rebinding.
 */
export function isLocalCall(request: FastifyRequest): boolean {
  const { headers } = request
  const isForwarded = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((h) => h in headers)
  return (
    // guard: server/test/api/first-user.test.ts
    loopback.test(request.socket.remoteAddress ?? '') &&
    // guard: server/test/api/first-user.test.ts
    !isForwarded &&
    // guard: server/test/api/first-user.test.ts
    localHost.test(headers.host ?? '')
  )
}
