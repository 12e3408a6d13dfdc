import { type ConfigurationItem, isSecretItem } from '@assay/contract'
import { isObject } from '@assay/contract/objects'

export { isSecretItem }

export const removed = 'REMOVED'

/** JSON.parse takes a million nested lists, a recursive function does not. */
const maxDepth = 100

/**
 * A copy without values whose names mark them as secrets. Those are removed whatever they are,
 * lists and objects whole; passwords inside addresses too.
 */
export function redact(value: unknown): unknown {
  if (!isObject(value) || typeof value.dataType !== 'string' || typeof value.data !== 'string')
    return copy(value, false, 0)
  // The observable itself is not a secret: `http://bank.example@evil.example` must stay whole.
  const { data, ...rest } = value
  return { ...(copy(rest, false, 0) as object), data }
}

function copy(value: unknown, isProxy: boolean, depth: number): unknown {
  if (typeof value === 'string') return isProxy ? redactProxy(value) : redactAddresses(value)
  if (typeof value !== 'object' || value === null) return value
  // guard: redaction.test.ts
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

/** Parts of a configuration that are public, because its organization did not choose them. */
export interface PublicValues {
  /** Fixed by the author of the definition. */
  readonly fixed: unknown
  /** Of the definition, for their defaults. */
  readonly items: readonly ConfigurationItem[]
}

/**
 * The input document as it is shown with a failure. A name says little about the value behind it
 * (`pin`, `conn`, `api`), so of the configuration only this is shown: what the definition fixes or
 * gives as default, switches, empty values, and the numbers that every worker has. Every other text
 * and number of the organization is removed, whatever its name; behind the name of a secret,
 * everything is.
 */
export function redactInput(
  { config, ...rest }: Readonly<Record<string, unknown>>,
  known: PublicValues,
): Record<string, unknown> {
  const shown = redact(rest) as Record<string, unknown>
  return config === undefined ? shown : { ...shown, config: shownConfig(config, known) }
}

function shownConfig(config: unknown, { fixed, items }: PublicValues): unknown {
  const defaults = new Map(items.map(({ name, defaultValue }) => [name, defaultValue]))
  if (!isObject(config)) return removed
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const known = [memberOf(fixed, name), defaults.get(name)]
      return [name, isSecretItem(name) ? removed : shownValue(name, value, known, 0)]
    }),
  )
}

function shownValue(
  name: string,
  value: unknown,
  known: readonly unknown[],
  depth: number,
): unknown {
  if (typeof value === 'string') {
    const isKnown = value === '' || known.includes(value)
    return isKnown ? redactAddresses(value) : removed
  }
  if (typeof value === 'number')
    return known.includes(value) || commonNumbers.has(name) ? value : removed
  if (typeof value !== 'object' || value === null) return value
  // guard: confidential.test.ts
  if (depth >= maxDepth) return removed
  if (Array.isArray(value)) {
    const elements = known.flatMap((one) => (Array.isArray(one) ? one : []))
    return value.map((element) => shownValue(name, element, elements, depth + 1))
  }
  return Object.fromEntries(
    Object.entries(value).map(([inner, element]) => [
      inner,
      isSecretItem(inner)
        ? removed
        : shownValue(
            inner,
            element,
            known.map((one) => memberOf(one, inner)),
            depth + 1,
          ),
    ]),
  )
}

/** Of every worker; none of them is a secret. */
export const commonNumbers: ReadonlySet<string> = new Set([
  ...['jobTimeout', 'jobCache', 'max_tlp', 'max_pap'],
])

export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

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
