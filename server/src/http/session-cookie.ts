import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const sessionCookie = 'CORTEX_SESSION'
const csrfCookie = 'CORTEX-XSRF-TOKEN'
const csrfHeader = 'x-cortex-xsrf-token'

/** The names are those that clients and browser extensions of today's engine know. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined
    ? undefined
    : request.server.parseCookie(cookie)[sessionCookie] || undefined
}

export const sentCsrfToken = (request: FastifyRequest): string | undefined => {
  const value = request.headers[csrfHeader]
  return Array.isArray(value) ? value[0] : value
}

/** Sent again with each answer, so that the browser forgets the cookie when the server does. */
export function sendSessionCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  csrfToken: string,
  maxAgeMs: number,
): void {
  const attributes = {
    path: '/',
    sameSite: 'lax' as const,
    secure: request.protocol === 'https',
    maxAge: Math.floor(maxAgeMs / 1000),
  }
  reply.setCookie(sessionCookie, token, { ...attributes, httpOnly: true })
  // Readable by the page's script on purpose: it sends the value back in a header, which a page of
  // another origin cannot.
  reply.setCookie(csrfCookie, csrfToken, { ...attributes, httpOnly: false })
}

export function clearSessionCookies(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' })
  reply.clearCookie(csrfCookie, { path: '/' })
}

/**
 * True when a page of another site made the browser send this. Browsers say so in `Sec-Fetch-Site`;
 * older ones only send `Origin`. Programs send neither and are not affected.
 */
export function isForeignPage(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return false
  return URL.parse(origin)?.host !== request.host
}
