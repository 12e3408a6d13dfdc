import { parseAddress, reservedRange } from '@assay/contract/detect'
import { readDomainName } from '../domain/name.ts'

/** The host of `\\\\host\\share`, and of WebDAV: `\\\\host@SSL\\DavWWWRoot`. */
export function readShare(path: string): string | undefined {
  const [, host] = /^[\\/]{2}([^\\/@?#\s]{1,253})(?:@[^\\/]{0,20})*[\\/]/.exec(path.trim()) ?? []
  return host === undefined || host === '.' || host === '?' ? undefined : host.toLowerCase()
}

/** Names without a dot, of local networks or below no known top-level domain, and addresses that are not on the internet. */
export function isInsideHost(host: string): boolean {
  const address = parseAddress(host.replace(/^\[|\]$/g, ''))
  if (address) return isPrivate(reservedRange(address)?.meaning)
  const name = readDomainName(host)
  return (
    !name || name.suffixKind === 'unknown' || /network|this machine/.test(name.specialUse ?? '')
  )
}

const isPrivate = (meaning: string | undefined) =>
  meaning !== undefined && /^(?:private|loopback|link-local|this )/.test(meaning)
