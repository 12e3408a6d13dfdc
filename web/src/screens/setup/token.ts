import { navigate } from '../../base/routing/location.ts'

// In memory only: a reload forgets the token, and the printed link brings it back.
let token = ''

/**
 * The printed link ends in `/#/setup?token=…`: what follows the `#` never reaches a server or its
 * log. The token is a secret, so it does not stay in the address bar, nor in the history.
 */
export function takeSetupToken(): void {
  const { path, token: found } = parseSetupHash(location.hash)
  if (path !== '/setup') return
  if (found) token = found
  navigate('/setup', { replace: true })
}

/** `#/setup?token=abc` → path `/setup` and token `abc`. */
export function parseSetupHash(hash: string): { path: string; token: string | null } {
  const [path = '', query] = hash.replace(/^#/, '').split('?', 2)
  return { path: path || '/', token: new URLSearchParams(query).get('token') }
}

export const setupToken = () => token

/** People paste the token or the whole printed link; both mean the token. */
export const tokenFrom = (pasted: string) =>
  pasted.includes('token=') ? decoded(pasted.split('token=')[1] ?? '') : pasted.trim()

const decoded = (value: string) => new URLSearchParams(`token=${value.trim()}`).get('token') ?? ''
