import { exchange } from '../../http/outgoing.ts'

export interface ClientCredentials {
  /** Id or domain. */
  readonly tenant: string
  readonly clientId: string
  readonly secret: string
}

/** In our own words; of the answer no more than the code of the error. */
export class TokenRefused extends Error {}

const host = 'https://login.microsoftonline.com'
const scope = 'https://outlook.office365.com/.default'
const timeoutMs = 15_000

/** It becomes part of an address. */
export const isTenant = (text: string): boolean =>
  /^[a-z0-9](?:[a-z0-9.-]{0,126}[a-z0-9])?$/i.test(text)

/** An access token of the application for IMAP. The address is fixed, so it needs no guard; tests name another one. */
export async function microsoftToken(
  { tenant, clientId, secret }: ClientCredentials,
  signal: AbortSignal,
  base = host,
): Promise<string> {
  // guard: server/test/platform/mailbox-token.test.ts
  if (!isTenant(tenant)) throw new TokenRefused('sign-in refused')
  signal.throwIfAborted()
  const response = await exchange(new URL(`/${tenant}/oauth2/v2.0/token`, base), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: secret,
      scope,
    }).toString(),
    timeoutMs,
    answerBytes: 64 * 1024,
  }).catch(() => {
    throw new TokenRefused('no answer')
  })
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (response.ok && typeof answer.access_token === 'string') return answer.access_token
  const [code] = /AADSTS\d{1,10}/.exec(String(answer.error_description ?? '')) ?? []
  throw new TokenRefused(code === undefined ? 'sign-in refused' : `sign-in refused (${code})`)
}
