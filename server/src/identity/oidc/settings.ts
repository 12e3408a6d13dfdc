import type { Config } from '../../settings/config.ts'
import type { OidcProvider } from '../../settings/oidc-providers.ts'

/** Checked when the settings were read. */
export const oidcProviders = (config: Pick<Config, 'auth'>): readonly OidcProvider[] =>
  (config.auth.oidc.providers as OidcProvider[] | undefined) ?? []

/** Providers send browsers back to an address that was registered with them, so it must be known. */
export function checkOidcSettings(config: Pick<Config, 'auth' | 'http'>): void {
  if (oidcProviders(config).length > 0 && config.http.publicUrl === undefined)
    throw new Error(
      'auth.oidc.providers requires http.publicUrl: providers redirect browsers to it. Register ' +
        '<http.publicUrl>/api/ssoLogin as redirect URI at the provider.',
    )
}

const base = ({ http }: Pick<Config, 'http'>) => (http.publicUrl ?? '').replace(/\/+$/, '')

/**
 * From the settings and never from a header: an attacker who names the host would be sent the code.
 */
export const redirectUri = (config: Pick<Config, 'http'>) => `${base(config)}/api/ssoLogin`

export const pageUrl = (config: Pick<Config, 'http'>, path = '/') => `${base(config)}${path}`

/** Only inside the page: `//host` and `/\host` are addresses of other sites. */
export function safePath(path: string | undefined): string {
  const isOurs = path !== undefined && /^\/(?![/\\])[^\\]*$/.test(path)
  // A path below the API would be called in the name of the user who signs in.
  if (!isOurs || hasControl(path) || /^\/api(\/|$)/i.test(path)) return '/'
  const { origin, pathname, search, hash } = new URL(path, 'http://page.invalid')
  if (origin !== 'http://page.invalid' || /^\/(?:[/\\]|api(?:\/|$))/i.test(pathname)) return '/'
  return `${pathname}${search}${hash}`
}

const hasControl = (text: string) => [...text].some((letter) => letter < ' ' || letter === '\x7f')
