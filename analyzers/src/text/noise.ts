import { isReservedAddress } from '@assay/contract/detect'
import type { Found } from './collect.ts'

/**
 * Names of standards and vendors that occur in every document of a kind and say nothing about it.
 */
const ofFormats = [
  'w3.org',
  'purl.org',
  'xmlsoap.org',
  'openxmlformats.org',
  'schemas.microsoft.com',
  'oasis-open.org',
  'openoffice.org',
  'ns.adobe.com',
  'iptc.org',
  'color.org',
  'iec.ch',
  'aiim.org',
  'npes.org',
  'schema.org',
  'xmlns.com',
]

export interface Limits {
  readonly ownDomains: readonly string[]
  readonly withReserved: boolean
}

/** Why an extracted value is not worth a separate analysis; undefined when it is. */
export function reasonToLeaveOut({ dataType, value }: Found, limits: Limits): string | undefined {
  if (dataType === 'ip' && !limits.withReserved && isReservedAddress(value))
    return 'reserved address'
  const host = hostOf(dataType, value)
  if (host === undefined) return undefined
  if (limits.ownDomains.some((own) => isUnder(host, own.toLowerCase()))) return 'own domain'
  return ofFormats.some((name) => isUnder(host, name)) ? 'name of a format' : undefined
}

const isUnder = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

function hostOf(dataType: string, value: string): string | undefined {
  if (dataType === 'domain' || dataType === 'fqdn') return value
  if (dataType === 'mail') return value.slice(value.lastIndexOf('@') + 1)
  return dataType === 'url' && URL.canParse(value) ? new URL(value).hostname : undefined
}
