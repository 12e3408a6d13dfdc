import { isHostName, parseAddress, reservedRange } from '@assay/contract/detect'
import { isDoubleExtension } from '../formats/risky-names.ts'
import { type Finding, finding } from '../kit/index.ts'
import { attackTraits } from './attack.ts'
import type { ParsedUrl } from './parse.ts'
import { safeDecode } from './safe-decode.ts'
import { isInsideHost } from './shares.ts'
import { isShortener } from './shorteners.ts'

/** What stands out in a URL, apart from its host name. */
export function traitsOf(parsed: ParsedUrl, hostAddress: string | null): Finding[] {
  const { url } = parsed
  return [
    ...schemeTraits(parsed),
    ...credentialTraits(url),
    ...hostTraits(parsed, hostAddress),
    ...disguiseTraits(parsed),
    ...ipfsTraits(url),
    ...portTraits(url),
    ...pathTraits(url),
    ...attackTraits(url),
    ...(hostAddress === null ? [] : programTraits(url, hostAddress)),
  ]
}

/** Schemes that run something instead of opening a page. */
const running =
  /^(?:javascript|vbscript|data|blob|ms-msdt|search-ms|ms-officecmd|ms-word|ms-excel|ms-appinstaller|mhtml|jar|res|hcp):$/

function schemeTraits({ url, hasScheme }: ParsedUrl): Finding[] {
  if (!hasScheme) return [finding('url.scheme-missing')]
  const scheme = url.protocol.slice(0, -1)
  if (running.test(url.protocol)) return [finding('url.scheme', { scheme })]
  return /^(?:https?|ftps?):$/.test(url.protocol) ? [] : [finding('url.scheme-other', { scheme })]
}

/** `https://paypal.com@evil.example`: readers stop at the first name they know. */
function credentialTraits({ username, password, hostname: host }: URL): Finding[] {
  if (username === '' && password === '') return []
  const name = safeDecode(username)
  const isDisguise =
    isHostName(name.split('/', 1)[0] ?? '') || name.length > 40 || name.includes('://')
  const kind = password === '' ? 'user name' : 'user name and password'
  return [
    isDisguise
      ? finding('url.credentials', { shown: name.slice(0, 100), host })
      : finding('url.user-name', { kind, host }),
  ]
}

function hostTraits({ url, writtenHost }: ParsedUrl, hostAddress: string | null): Finding[] {
  if (isShortener(url.hostname)) return [finding('url.shortener', { host: url.hostname })]
  if (hostAddress === null) return []
  const address = parseAddress(hostAddress)
  const reserved = address && reservedRange(address)
  return [
    finding('url.address', {
      kind: reserved ? `IP address, ${reserved.meaning}` : 'IP address',
      address: hostAddress,
    }),
    // Octal, hexadecimal and single numbers reach the same machine and read like nothing.
    ...(isMapped(writtenHost) ||
    (writtenHost.replace(/^\[|\]$/g, '') !== hostAddress && !writtenHost.includes(':'))
      ? [finding('url.disguised-address', { written: writtenHost, address: hostAddress })]
      : []),
  ]
}

/** An IPv4 address in the dress of IPv6. */
const isMapped = (host: string) => /^\[(?:0{0,4}:)+:?ffff:/i.test(host)

/** Where programs read the host differently, or readers see another one. */
function disguiseTraits({ url, writtenHost, writtenAuthority }: ParsedUrl): Finding[] {
  const found: Finding[] = []
  const isWeb = /^(?:https?|ftp):$/.test(url.protocol)
  const other = writtenAuthority.slice(writtenAuthority.lastIndexOf('@') + 1)
  if (isWeb && /\\[^@]*@/.test(writtenAuthority))
    found.push(finding('url.backslash', { host: url.hostname, other }))
  if (isWeb && isReplaced(writtenHost, url.hostname))
    found.push(finding('url.normalized-host', { written: writtenHost, host: url.hostname }))
  if (/[\u202a-\u202e\u2066-\u2069]/.test(safeDecode(url.pathname + url.search + url.hash)))
    found.push(finding('url.backwards'))
  if (url.protocol === 'file:' && url.hostname !== '')
    found.push(
      finding(isInsideHost(url.hostname) ? 'url.file-share-internal' : 'url.file-share', {
        host: url.hostname,
      }),
    )
  return found
}

/** `ｐａｙｐａｌ.com`, `paypal%2ecom`, a soft hyphen; accents and other alphabets are legitimate names. */
const isReplaced = (written: string, host: string) =>
  !/^[\d.]+$|^\[/.test(host) &&
  (written.normalize('NFC') !== written.normalize('NFKC') ||
    /%[0-9a-f]{2}|[\u00ad\u200b-\u200d\u2060\ufeff]/i.test(written))

const gateways =
  /(?:^|\.)(?:ipfs\.io|dweb\.link|cloudflare-ipfs\.com|cf-ipfs\.com|gateway\.pinata\.cloud|mypinata\.cloud|nftstorage\.link|w3s\.link|4everland\.io|infura-ipfs\.io|ipfs\.infura\.io|fleek\.co|hardbin\.com|gateway\.ipfs\.io)$/
const dataOnIpfs =
  /\.(?:png|jpe?g|gif|webp|svg|json|mp[34]|webm|pdf|csv|txt|md|car|tar|gz|zip|wasm)$/i

function ipfsTraits({ hostname, pathname }: URL): Finding[] {
  const isPath = /^\/ip[fn]s\/[a-zA-Z0-9.-]{10,}/.test(pathname)
  const isHost = /^[a-z0-9-]{20,}\.ip[fn]s\./.test(hostname)
  if (!(isPath && gateways.test(hostname)) && !isHost) return []
  return [finding(dataOnIpfs.test(pathname) ? 'url.ipfs' : 'url.ipfs-page', { host: hostname })]
}

const usualPorts = new Set(['', '80', '443', '8080', '8443', '21'])

function portTraits({ protocol, port }: URL): Finding[] {
  if ((protocol === 'https:' && port === '80') || (protocol === 'http:' && port === '443'))
    return [finding('url.port', { port: Number(port), scheme: protocol.slice(0, -1) })]
  return usualPorts.has(port) ? [] : [finding('url.port-unusual', { port: Number(port) })]
}

const programs =
  /\.(?:exe|scr|pif|com|bat|cmd|ps1|vbs|vbe|jse?|wsf|hta|msi|msix|appx|dll|jar|apk|lnk|iso|img|vhdx?|one|xll|chm)$/i
/** `bot.arm7`, `x.mips`: bots for routers are built for each processor and named after it. */
const forMachines =
  /^[\w-]{1,60}\.(?:arm(?:v?[4-8](?:l|n|tl|eb)?|64)?|aarch64|mips(?:el|eb|64|32)?|mpsl|sh4|m68k|ppc(?:64|440fp)?|powerpc|spc|sparc|arc(?:700)?|i[3-6]86|x86(?:_64|_32)?|x64|amd64|elf)$/i
/** Programs are offered by name; who has an address only does not want to be found again. */
function programTraits({ pathname, protocol }: URL, hostAddress: string): Finding[] {
  const address = parseAddress(hostAddress)
  const isInside = address !== undefined && reservedRange(address)?.isGlobal === false
  const file = safeDecode(pathname).split('/').at(-1) ?? ''
  const isProgram = programs.test(file) || forMachines.test(file)
  if (isInside || !/^(?:https?|ftps?):$/.test(protocol) || !isProgram) return []
  return [finding('url.program-from-address', { file, address: hostAddress })]
}

const doubled = /\.(?:pdf|docx?|xlsx?|pptx?|jpe?g|png|txt|html?)\.(?:zip|iso)$/i

function pathTraits({ href, pathname, hash, search, protocol }: URL): Finding[] {
  if (!/^(?:https?|ftps?|file):$/.test(protocol)) return []
  const path = safeDecode(pathname)
  const traits: Finding[] = []
  if (doubled.test(path) || isDoubleExtension(path))
    traits.push(finding('url.double-ending', { file: path.slice(path.lastIndexOf('/') + 1) }))
  else if (programs.test(path))
    traits.push(finding('url.program', { ending: path.slice(path.lastIndexOf('.')) }))
  if (/%25[0-9a-f]{2}/i.test(pathname + search)) traits.push(finding('url.escaped-twice'))
  if (/%00|%0[ad]/i.test(pathname + search + hash)) traits.push(finding('url.control-characters'))
  if (href.length > 2000) traits.push(finding('url.long', { length: href.length }))
  return traits
}
