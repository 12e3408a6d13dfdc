/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import type { TestApp } from '../setup.ts'

export const publicUrl = 'https://assay.example.org'
export const clientSecret = 'a client secret of the tests'

export interface IdentityProvider {
  readonly issuer: string
  /** What it says about everybody, by subject; a test may change it. */
  readonly accounts: Record<string, Record<string, unknown>>
  /** As whom the next browser is signed in; `undefined` refuses it. */
  current: string | undefined
  stop(): Promise<void>
}

/** A certified provider on this machine, at which everybody is who the test says, without a form. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    const result = self.current
      ? { login: { accountId: self.current } }
      : { error: 'access_denied', error_description: 'not today' }
    return void provider.interactionFinished(request, response, result)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: IdentityProvider = {
    issuer,
    accounts: {},
    current: undefined,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'assay',
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/ssoLogin`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'groups'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_context: unknown, id: string) =>
      self.accounts[id] && {
        accountId: id,
        claims: async () => ({ sub: id, ...self.accounts[id] }),
      },
    interactions: {
      url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the tests'] },
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: 'assay', accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  onTestFinished(() => self.stop())
  return self
}

export const oidcEnvironment = (
  { issuer }: IdentityProvider,
  provider: Record<string, unknown> = {},
  more: Record<string, string> = {},
) => ({
  ASSAY_HTTP_PUBLICURL: publicUrl,
  ASSAY_AUTH_OIDC_PROVIDERS: JSON.stringify([
    { name: 'corp', label: 'Corporate', issuer, clientId: 'assay', clientSecret, ...provider },
  ]),
  ...more,
})

export const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/** A browser that is sent to the provider; answers what it carries, and the address it is sent back to. */
export async function visitProvider(
  app: Pick<TestApp, 'inject'>,
  idp: IdentityProvider,
  subject: string | undefined,
  query = '',
) {
  const begun = await app.inject({ url: `/api/ssoLogin${query}` })
  idp.current = subject
  const jar = new Map<string, string>()
  let url = String(begun.headers.location)
  for (let step = 0; step < 10 && url.startsWith(idp.issuer); step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    url = new URL(location, url).href
  }
  return { begun, cookie: cookiesOf(begun), back: url.replace(publicUrl, '') }
}

/** All of it; `headers` come with the browser's return. */
export async function signInBy(
  app: Pick<TestApp, 'inject'>,
  idp: IdentityProvider,
  subject: string | undefined,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
) {
  const { cookie, back } = await visitProvider(app, idp, subject, query)
  return app.inject({ url: back, headers: { cookie, ...headers } })
}
