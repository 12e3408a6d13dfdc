import { detect } from '@assay/contract/detect'
import type { Brand } from '../domain/brands.ts'
import type { DomainName } from '../domain/name.ts'
import { type Finding, finding } from '../kit/index.ts'
import { safeDecode } from './safe-decode.ts'

const signIn =
  /^(?:log-?in|log-?on|sign-?in|sign-?on|verif(?:y|ication)|secure|security|account|accounts|auth|webscr|update|confirm|recover|unlock|connexion|anmelden|anmeldung|compte|konto|session)\b/i

/** `evil.example/paypal.com/login`, `evil.example/paypal/login.php`: a brand and its sign-in on the host of another one. */
export function brandInPath(
  { pathname, hostname }: URL,
  name: DomainName | undefined,
  brands: readonly Brand[],
): Finding[] {
  const own = name?.registrable ?? hostname
  if (brands.some(({ domains }) => domains.has(own))) return []
  const parts = safeDecode(pathname).toLowerCase().split('/', 30).filter(Boolean)
  if (!parts.some((part) => signIn.test(part))) return []
  const page = /\.(?:php|html?|aspx?)$/.test(parts.at(-1) ?? '')
  for (const { looks } of brands)
    for (const { domain, label, isCommon } of looks) {
      const isWhole = parts.some((part) => part === domain || part.endsWith(`.${domain}`))
      const isLabel = page && !isCommon && label.length >= 5 && parts.slice(0, -1).includes(label)
      if (name?.label !== label && (isWhole || isLabel))
        return [finding('url.brand-in-path', { brand: domain, host: hostname })]
    }
  return []
}

/** Behind the route of a page that signs in, too: `#/auth/jane@corp.example`. */
const signInRoute = new RegExp(
  `^(?:[\\w-]{1,40}/){0,3}?${signIn.source.slice(1)}/(?=[^/]{1,500}$)`,
  'i',
)

/** The fragment is a mail address and nothing else, plain or in base64. */
export function mailInFragment({ hash }: URL): Finding[] {
  const text = safeDecode(hash.slice(1))
    .replace(/^[!/?]+/, '')
    .replace(signInRoute, '')
  if (text.length > 500 || text.includes('/')) return []
  const decoded = /^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text)
    ? Buffer.from(text, 'base64').toString('latin1')
    : ''
  const first = [text, decoded].find((one) => /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(one))
  return first !== undefined && detect(first).dataType === 'mail'
    ? [finding('url.mail-in-fragment', { first })]
    : []
}

/** A translator shows a page under its own host. */
export function translatedSignIn(service: string, target: string): Finding[] {
  const url = service === 'Google Translate' ? URL.parse(target) : null
  const parts = [...(url?.hostname.split(/[.-]/) ?? []), ...(url?.pathname.split('/') ?? [])]
  return parts.some((part) => signIn.test(part)) ? [finding('url.translated', { target })] : []
}
