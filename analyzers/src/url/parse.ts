import { refang } from '@assay/contract/detect'
import { fail } from '../kit/index.ts'
import { readShare } from './shares.ts'

export interface ParsedUrl {
  readonly url: URL
  /** The host as it was written, before the parser made it regular. */
  readonly writtenHost: string
  readonly hasScheme: boolean
  /** All between the scheme and the first slash, as it was written. */
  readonly writtenAuthority: string
}

const maxLength = 65_536

/** `\\\\host\\share` and `file:////host/share` are what Windows opens as `file://host/share`. */
function withScheme(written: string): string {
  const text = written.replace(/^file:[\\/]{0,3}(?=[\\/]{2}[^\\/])(?![\\/]{2,3}[a-z][:|])/i, '')
  const host =
    /^[\\/]{2}/.test(text) && (text !== written || text.startsWith('\\'))
      ? readShare(text)
      : undefined
  if (host === undefined) return written
  const path = text.slice(2).replaceAll('\\', '/')
  return `file://${host}/${path.slice(path.indexOf('/') + 1)}`
}

/** The way browsers read it (WHATWG), and what they silently correct. */
export function parseUrl(data: string): ParsedUrl {
  const text = withScheme(refang(data).trim())
  if (text.length > maxLength) fail(`The URL is longer than ${maxLength} characters`)
  const head = text.split(/[/?#]/, 1)[0] ?? ''
  // `evil.example:8080` has a port, not a scheme of that name.
  const isHostAndPort = head.includes('.') && /:\d{1,5}$/.test(head) && !head.includes('@')
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(head) && !isHostAndPort
  const whole = hasScheme ? text : `http://${text.replace(/^\/+/, '')}`
  if (!URL.canParse(whole)) fail('Invalid URL')
  const authority = /^[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)/i.exec(whole)?.[1] ?? ''
  const writtenHost = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .toLowerCase()
  const writtenAuthority = /^[a-z][a-z0-9+.-]*:\/*([^/?#]*)/i.exec(whole)?.[1] ?? ''
  return { url: new URL(whole), writtenHost, hasScheme, writtenAuthority }
}
