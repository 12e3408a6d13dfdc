import { isSecretItem } from '@assay/contract'

export { isSecretItem }

export const removed = 'REMOVED'

/** JSON.parse takes a million nested lists, a recursive function does not. */
const maxDepth = 100

/**
 * A copy of a configuration or of a whole input document without its secrets. Values behind names
 * of secrets go whatever they are, lists and objects whole; passwords inside addresses too.
 */
export function redact(value: unknown): unknown {
  if (!isObject(value) || typeof value.dataType !== 'string' || typeof value.data !== 'string')
    return copy(value, false, 0)
  // The observable itself is no secret of ours: `http://bank.example@evil.example` must stay whole.
  const { data, ...rest } = value
  return { ...(copy(rest, false, 0) as object), data }
}

function copy(value: unknown, isProxy: boolean, depth: number): unknown {
  if (typeof value === 'string') return isProxy ? redactProxy(value) : redactAddresses(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return removed
  if (Array.isArray(value)) return value.map((element) => copy(element, isProxy, depth + 1))
  // From entries, because an assignment to `__proto__` would not make a property.
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretItem(name)
        ? removed
        : copy(inner, isProxy || name.toLowerCase().includes('proxy'), depth + 1),
    ]),
  )
}

/** Shorter values stand in every text by chance. */
const shortestSecret = 6

/** A text without the secrets of a configuration: what a program says may repeat a key it was given. */
export function withoutSecrets(text: string, config: unknown): string {
  const secrets = secretTexts(config, false, 0).filter((secret) => secret.length >= shortestSecret)
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, removed), text)
}

function secretTexts(value: unknown, isSecret: boolean, depth: number): string[] {
  if (typeof value === 'string') return isSecret ? [value] : []
  if (typeof value === 'number') return isSecret ? [String(value)] : []
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    secretTexts(inner, isSecret || (!Array.isArray(value) && isSecretItem(name)), depth + 1),
  )
}

/** Both expressions take time in proportion to the text, whatever it holds. */
export const redactAddresses = (text: string): string =>
  text
    .replaceAll(/:\/\/[^\s/?#]*@/g, `://${removed}@`)
    .replaceAll(/([?&])([^\s=?&#]+)=[^\s&#]*/g, (whole, sign: string, name: string) =>
      isSecretItem(name) ? `${sign}${name}=${removed}` : whole,
    )

/** People write proxies without a scheme, and passwords with `/` and `#` as they are. */
function redactProxy(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0) return redactAddresses(text)
  const scheme = /^[a-z0-9+.-]{1,20}:\/\//i.exec(text)?.[0] ?? ''
  return `${scheme}${removed}${redactAddresses(text.slice(at))}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
