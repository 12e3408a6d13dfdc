import { useEffect } from 'react'
import type { Status } from '../../base/api.ts'
import { basePath } from '../../base/routing/base.ts'
import { currentLocation } from '../../base/routing/location.ts'
import { type TextKey, text } from '../../base/texts/index.ts'

type Providers = Status['config']['sso']

/** The way to a provider leads over the server; it comes back to where the reader is. */
function addressOf(provider: string): string {
  const { path, search } = currentLocation()
  const returnTo = path === '/login' || path === '/setup' ? '/' : `${path}${search}`
  return `${basePath}/api/ssoLogin?${new URLSearchParams({ provider, returnTo })}`
}

export function SsoButtons({ providers = [] }: { providers?: Providers }) {
  return providers.map(({ name, label }) => (
    <a key={name} className="button button-wide" href={addressOf(name)}>
      {text('sso.with', { provider: label })}
    </a>
  ))
}

const problems: Readonly<Record<string, TextKey>> = {
  expired: 'sso.expired',
  denied: 'sso.denied',
  failed: 'sso.failed',
  unavailable: 'sso.unavailable',
  unknownUser: 'sso.unknownUser',
  notLinked: 'sso.notLinked',
  notMapped: 'sso.notMapped',
  locked: 'sso.locked',
}

/** Why the way to a provider and back ended here. */
export function ssoProblem(): string | undefined {
  const { path, search } = currentLocation()
  const code = path === '/login' ? new URLSearchParams(search).get('sso') : null
  const key = code !== null && Object.hasOwn(problems, code) ? problems[code] : undefined
  return key && text(key)
}

/** Without a prompt, if the operator configured it; `/login` still takes passwords. */
export function useAutoSignIn({ config: { ssoAutoLogin, sso } }: Status, notice?: string) {
  const first =
    ssoAutoLogin && !notice && currentLocation().path !== '/login' ? sso?.[0] : undefined
  const address = first && addressOf(first.name)
  useEffect(() => {
    if (address !== undefined) location.replace(address)
  }, [address])
}
