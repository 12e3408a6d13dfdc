import type { X509Certificate } from 'node:crypto'

export interface AlternativeName {
  readonly kind: 'dns' | 'ip' | 'email' | 'uri' | 'other'
  readonly value: string
}

const kinds: Readonly<Record<string, AlternativeName['kind']>> = {
  DNS: 'dns',
  'IP Address': 'ip',
  email: 'email',
  URI: 'uri',
}

const maxNames = 1_000

/** `DNS:a, IP Address:1.2.3.4, DNS:"with, comma"`: values with special characters are JSON strings. */
export function alternativeNames(certificate: X509Certificate): AlternativeName[] {
  const text = certificate.subjectAltName ?? ''
  const names: AlternativeName[] = []
  let at = 0
  while (at < text.length && names.length < maxNames) {
    const colon = text.indexOf(':', at)
    if (colon < 0) break
    const kind = kinds[text.slice(at, colon)] ?? 'other'
    const isQuoted = text[colon + 1] === '"'
    const stop = isQuoted ? closingQuote(text, colon + 2) + 1 : separator(text, colon + 1)
    const raw = text.slice(colon + 1, stop)
    names.push({ kind, value: isQuoted ? unquoted(raw) : raw })
    at = stop + 2
  }
  return names
}

const separator = (text: string, from: number) => {
  const found = text.indexOf(', ', from)
  return found < 0 ? text.length : found
}

function closingQuote(text: string, from: number): number {
  let at = from
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length - 1)
}

function unquoted(raw: string): string {
  try {
    return String(JSON.parse(raw))
  } catch {
    return raw
  }
}

/** `C=DE\nO=Example\nCN=a` as an object; a name that comes twice keeps both. */
export function distinguishedName(text: string): Record<string, string> {
  const parts: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=')
    if (equals <= 0) continue
    const key = line.slice(0, equals)
    const value = line.slice(equals + 1)
    parts[key] = Object.hasOwn(parts, key) ? `${parts[key]}, ${value}` : value
  }
  return parts
}

/** Addresses of the authority: where to ask whether it was revoked, where its own certificate lies. */
export const authorityAddresses = ({ infoAccess }: X509Certificate): string[] =>
  (infoAccess ?? '')
    .split('\n')
    .flatMap((line) => /URI:(https?:\/\/\S{1,2000})$/.exec(line)?.[1] ?? [])
