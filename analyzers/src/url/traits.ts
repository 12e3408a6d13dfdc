import { isHostName, parseAddress, reservedRange } from '@assay/contract/detect'
import { type Level, type Taxonomy, taxonomy } from '../kit/index.ts'
import type { ParsedUrl } from './parse.ts'
import { isShortener } from './shorteners.ts'

/** What stands out in an address, apart from the name of its host. */
export function traitsOf(parsed: ParsedUrl, hostAddress: string | null): Taxonomy[] {
  const { url } = parsed
  return [
    ...schemeTraits(parsed),
    ...credentialTraits(url),
    ...hostTraits(parsed, hostAddress),
    ...portTraits(url),
    ...pathTraits(url),
  ]
}

const say = (level: Level, predicate: string, value: string | number) =>
  taxonomy(level, 'Url', predicate, value)

/** Schemes that run something instead of opening a page. */
const running =
  /^(?:javascript|vbscript|data|blob|ms-msdt|search-ms|ms-officecmd|ms-word|ms-excel|ms-appinstaller|mhtml|jar|res|hcp):$/

function schemeTraits({ url, hasScheme }: ParsedUrl): Taxonomy[] {
  if (!hasScheme) return [say('info', 'Scheme', 'missing')]
  if (running.test(url.protocol)) return [say('suspicious', 'Scheme', url.protocol.slice(0, -1))]
  return /^(?:https?|ftps?):$/.test(url.protocol)
    ? []
    : [say('info', 'Scheme', url.protocol.slice(0, -1))]
}

/** `https://paypal.com@evil.example`: readers stop at the first name they know. */
function credentialTraits({ username, password }: URL): Taxonomy[] {
  if (username === '' && password === '') return []
  const name = safeDecode(username)
  const isDisguise =
    isHostName(name.split('/', 1)[0] ?? '') || name.length > 40 || name.includes('://')
  return [
    isDisguise
      ? say('suspicious', 'Credentials', 'a host name before the @')
      : say('info', 'Credentials', password === '' ? 'user name' : 'user name and password'),
  ]
}

function hostTraits({ url, writtenHost }: ParsedUrl, hostAddress: string | null): Taxonomy[] {
  if (isShortener(url.hostname)) return [say('info', 'Shortener', url.hostname)]
  if (hostAddress === null) return []
  const address = parseAddress(hostAddress)
  const reserved = address && reservedRange(address)
  return [
    say('info', 'Host', reserved ? `IP address, ${reserved.meaning}` : 'IP address'),
    // Octal, hexadecimal and single numbers reach the same machine and read like nothing.
    ...(writtenHost.replace(/^\[|\]$/g, '') !== hostAddress && !writtenHost.includes(':')
      ? [say('suspicious', 'Host', 'disguised IP address')]
      : []),
  ]
}

const usualPorts = new Set(['', '80', '443', '8080', '8443', '21'])

function portTraits({ protocol, port }: URL): Taxonomy[] {
  if ((protocol === 'https:' && port === '80') || (protocol === 'http:' && port === '443'))
    return [say('suspicious', 'Port', `${port} with ${protocol.slice(0, -1)}`)]
  return usualPorts.has(port) ? [] : [say('info', 'Port', Number(port))]
}

const programs =
  /\.(?:exe|scr|pif|com|bat|cmd|ps1|vbs|vbe|jse?|wsf|hta|msi|msix|appx|dll|jar|apk|lnk|iso|img|vhdx?|one|xll|chm)$/i
const doubled =
  /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|html?)\.(?:exe|scr|pif|com|bat|cmd|js|vbs|hta|lnk|zip|iso)$/i

function pathTraits({ href, pathname, hash, search, protocol }: URL): Taxonomy[] {
  if (!/^(?:https?|ftps?|file):$/.test(protocol)) return []
  const path = safeDecode(pathname)
  const traits: Taxonomy[] = []
  if (doubled.test(path)) traits.push(say('suspicious', 'Path', 'two file endings'))
  else if (programs.test(path))
    traits.push(say('info', 'Path', `program (${path.slice(path.lastIndexOf('.'))})`))
  if (/%25[0-9a-f]{2}/i.test(pathname + search))
    traits.push(say('info', 'Encoding', 'escaped twice'))
  if (/%00|%0[ad]/i.test(pathname + search + hash))
    traits.push(say('suspicious', 'Encoding', 'control characters'))
  if (href.length > 2000) traits.push(say('info', 'Length', href.length))
  return traits
}

export function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
