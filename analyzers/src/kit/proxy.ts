import { fail } from './failure.ts'

export interface ChosenProxy {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** From the environment of the server, not from the configuration of an organization. */
  readonly isOperators: boolean
}

/** The proxy of the organization, or else that of the server, for this address. */
export function proxyFor(
  { protocol, hostname }: URL,
  configured: { readonly http?: string; readonly https?: string },
): ChosenProxy | undefined {
  const { env } = process
  const name = protocol === 'https:' ? 'https' : 'http'
  const own = configured[name]
  const address = own ?? env[`${name}_proxy`] ?? env[`${name.toUpperCase()}_PROXY`]
  if (address === undefined || address === '' || isException(hostname)) return undefined
  // Many programs take `proxy.example.org:3128`, too.
  const url = URL.parse(address.includes('://') ? address : `http://${address}`)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    fail('The proxy must be a URL that begins with http:// or https://')
  return { url, headers: authorizationOf(url), isOperators: own === undefined }
}

function isException(hostname: string): boolean {
  const { env } = process
  const exceptions = (env.no_proxy ?? env.NO_PROXY ?? '').split(',').map((entry) => entry.trim())
  return exceptions.some(
    (entry) =>
      entry === '*' ||
      (entry !== '' && `.${hostname}`.endsWith(`.${entry.replace(/^\*?\./, '').toLowerCase()}`)),
  )
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }
}
