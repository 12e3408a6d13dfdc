import type { TestApp } from '../setup.ts'
import { clientSecret, type IdentityProvider, publicUrl } from './identity-provider.ts'

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

export type CookieJar = Map<string, string>

/** One step of a browser at the provider. */
export async function browse(jar: CookieJar, url: string, form?: URLSearchParams) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form && { method: 'POST', body: form }),
  })
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
    jar.set(name, value)
  }
  return response
}

/** Sends the form of a page, with what it holds. */
export async function submitForm(jar: CookieJar, page: string) {
  const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
  const form = new URLSearchParams()
  for (const [, name = '', value = ''] of page.matchAll(/name="([^"]+)" value="([^"]*)"/g))
    form.append(name, value)
  return browse(jar, action, form)
}

/** A browser that is sent to the provider; returns its cookies, and the address it is sent back to. */
export async function visitProvider(
  app: Pick<TestApp, 'inject'>,
  idp: IdentityProvider,
  subject: string | undefined,
  query = '',
  jar: CookieJar = new Map(),
) {
  const begun = await app.inject({ url: `/api/ssoLogin${query}` })
  idp.current = subject
  let url = String(begun.headers.location)
  for (let step = 0; step < 10 && url.startsWith(idp.issuer); step += 1) {
    const response = await browse(jar, url)
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
