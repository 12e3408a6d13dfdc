import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookieSeconds } from '../domain/login-throttle.ts'
import { publicPath } from './public-path.ts'

const sessionCookie = 'CORTEX_SESSION'
const csrfCookie = 'CORTEX-XSRF-TOKEN'
const deviceCookie = 'ASSAY_DEVICE'
const csrfHeader = 'x-cortex-xsrf-token'

/** The names are those that clients and browser extensions of today's engine know. */
export const sessionToken = (request: FastifyRequest) => sentCookie(request, sessionCookie)

export const sentDeviceToken = (request: FastifyRequest) => sentCookie(request, deviceCookie)

function sentCookie(request: FastifyRequest, name: string): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : request.server.parseCookie(cookie)[name] || undefined
}

/**
 * The browser speaks TLS: with us, with a trusted proxy, or, by the operator's own word, with
 * whatever serves the public address.
 */
export const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  request.protocol === 'https' || (publicUrl !== undefined && /^https:/i.test(publicUrl))

export const sentCsrfToken = (request: FastifyRequest): string | undefined => {
  const value = request.headers[csrfHeader]
  return Array.isArray(value) ? value[0] : value
}

/** Other programs of the same host, below other paths, get none of our cookies. */
function cookiePath(publicUrl: string | undefined): string {
  const path = publicPath(publicUrl)
  // A semicolon would end the attribute.
  return path === '' || path.includes(';') ? '/' : path
}

export interface CookieSettings {
  readonly publicUrl: string | undefined
  readonly sessionMs: number
}

/** Sent again with each answer, so the browser forgets the cookie when the server does. */
export function sendSessionCookies(
  reply: FastifyReply,
  session: { token: string; csrfToken: string },
  { publicUrl, sessionMs }: CookieSettings,
): void {
  const { token, csrfToken } = session
  const attributes = {
    path: cookiePath(publicUrl),
    sameSite: 'lax' as const,
    secure: isSecure(reply.request, publicUrl),
    maxAge: Math.floor(sessionMs / 1000),
  }
  reply.setCookie(sessionCookie, token, { ...attributes, httpOnly: true })
  // Readable by the page's script on purpose: it sends the value back in a header, which a page of
  // another origin cannot.
  reply.setCookie(csrfCookie, csrfToken, { ...attributes, httpOnly: false })
}

export function clearSessionCookies(
  reply: FastifyReply,
  { publicUrl }: Pick<CookieSettings, 'publicUrl'>,
): void {
  const path = cookiePath(publicUrl)
  reply.clearCookie(sessionCookie, { path })
  reply.clearCookie(csrfCookie, { path })
}

/** Outlives the session: it says that the user signed in here before, and opens nothing. */
export function sendDeviceCookie(
  reply: FastifyReply,
  token: string,
  { publicUrl }: CookieSettings,
): void {
  reply.setCookie(deviceCookie, token, {
    path: cookiePath(publicUrl),
    sameSite: 'strict',
    httpOnly: true,
    secure: isSecure(reply.request, publicUrl),
    maxAge: deviceCookieSeconds,
  })
}

const signInCookie = 'ASSAY_SIGN_IN'

/** Of a browser that is on its way to a provider and back; the server alone can read it. */
export const sentSignIn = (request: FastifyRequest) => sentCookie(request, signInCookie)

/** `Lax`: the way back is a navigation from another site. */
export function sendSignInCookie(
  reply: FastifyReply,
  sealed: string | undefined,
  maxAge: number,
  { publicUrl }: CookieSettings,
): void {
  const attributes = { path: cookiePath(publicUrl), sameSite: 'lax' as const, httpOnly: true }
  const secure = isSecure(reply.request, publicUrl)
  if (sealed === undefined) reply.clearCookie(signInCookie, { ...attributes, secure })
  else reply.setCookie(signInCookie, sealed, { ...attributes, secure, maxAge })
}

/**
 * True when a page of another site made the browser send this. Browsers say so in `Sec-Fetch-Site`;
 * older ones only send `Origin` or
 * `Referer`. Programs send neither and are not affected.
 */
export function isCrossSite(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // A link or an image sends no origin, but where it is.
  const origin = request.headers.origin ?? URL.parse(request.headers.referer ?? '')?.origin
  if (origin === undefined) return false
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return false
  return URL.parse(origin)?.host !== request.host
}

/** The cookies of a call, and what a handler may do with them. */
export const sessionOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: CookieSettings,
) => ({
  token: sessionToken(request),
  start: (token: string, csrfToken: string) =>
    sendSessionCookies(reply, { token, csrfToken }, options),
  end: () => clearSessionCookies(reply, options),
  rememberDevice: (token: string) => sendDeviceCookie(reply, token, options),
  underWay: sentSignIn(request),
  keepUnderWay: (sealed: string | undefined, seconds: number) =>
    sendSignInCookie(reply, sealed, seconds, options),
})
