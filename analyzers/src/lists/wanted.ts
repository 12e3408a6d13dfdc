import { parseAddress, refang } from '@assay/contract/detect'
import type { Wanted } from './matcher.ts'

const names = new Set(['domain', 'fqdn', 'hostname'])
/** No name has more labels. */
const maxLabels = 127

/** An observable in all the forms in which a list may hold it. */
export function wantedOf(dataType: string, data: string): Wanted {
  const text = refang(data.trim())
  const host = hostOf(dataType, text)
  const address = host === undefined ? undefined : parseAddress(host)
  return {
    texts: [...new Set([data.trim(), text])],
    hosts: host === undefined ? [] : address ? [host] : [host, ...namesAbove(host)],
    address,
  }
}

function hostOf(dataType: string, text: string): string | undefined {
  if (names.has(dataType)) return withoutDot(text)
  if (dataType === 'ip') return text.replace(/^\[|\]$/g, '')
  if (dataType === 'mail') return withoutDot(text.slice(text.lastIndexOf('@') + 1))
  if (dataType !== 'url') return undefined
  const host = URL.parse(text)?.hostname.replace(/^\[|\]$/g, '')
  return host === undefined || host === '' ? undefined : withoutDot(host)
}

const withoutDot = (host: string) => host.toLowerCase().replace(/\.$/, '')

/** `a.b.example.org` → `b.example.org`, `example.org`; a bare `org` covers too much to be meant. */
function namesAbove(host: string): string[] {
  const labels = host.split('.').slice(-maxLabels)
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'))
}
