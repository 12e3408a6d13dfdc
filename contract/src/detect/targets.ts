import {
  type Address,
  bitsOf,
  type Network,
  networkContains,
  parseAddress,
  parseNetwork,
} from './addresses.ts'
import { mappedIpv4, reservedRange } from './reserved.ts'

// The only rule about where the server may connect on behalf of users who are not its operator.
// Pure: the code that opens a connection asks it with every address that the name resolved to.

/** A private network location that the operator allows. */
export type PrivateTarget = { readonly port: number | undefined } & (
  | { readonly network: Network }
  | { readonly host: string }
)

/** `10.0.0.0/8`, `10.1.2.3:3128`, `[fd00::/8]:25`, `proxy.example.org:3128`, `localhost`. */
export function parsePrivateTarget(text: string): PrivateTarget | undefined {
  const whole = networkOf(text)
  if (whole) return { network: whole, port: undefined }
  const [, bracketed, plain = '', digits] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  const port = digits === undefined ? undefined : Number(digits)
  // guard: targets.test.ts
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined
  const network = networkOf(bracketed ?? plain)
  if (network) return { network, port }
  const host = bracketed === undefined ? canonicalHost(plain) : undefined
  // `127.1` is another spelling of an address; a legitimate one is written out.
  return host === undefined || parseAddress(host) ? undefined : { host, port }
}

function networkOf(text: string): Network | undefined {
  const address = parseAddress(text)
  return address ? { ...address, prefix: bitsOf(address.version) } : parseNetwork(text)
}

/**
 * A host as it is connected to: decimal, octal or hexadecimal addresses written out, lowercase,
 * without brackets and without a trailing dot. Undefined for anything else.
 */
export function canonicalHost(text: string): string | undefined {
  // guard: targets.test.ts
  if (text.length > 255 || /[/?#@\\\s]|\]./.test(text)) return undefined
  // Without brackets a colon is part of an IPv6 address, never the begin of a port.
  const url = URL.parse(`http://${/^[^[]*:/.test(text) ? `[${text}]` : text}/`)
  const name = url?.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') ?? ''
  return name === '' || name.endsWith('.') ? undefined : name
}

export interface Target {
  /** As `canonicalHost` writes it. */
  readonly host: string
  readonly port: number
}

/**
 * Why this address is blocked, as the end of "its address is …"; undefined when it may be connected
 * to: anyone may own it, or the operator allows it. An unreadable address is not allowed.
 */
// guards: targets.test.ts
export function addressRefusal(
  target: Target,
  text: string,
  allowed: readonly PrivateTarget[],
  /** Addresses of this machine: services there may rely on being unreachable from outside. */
  own: readonly string[] = [],
): string | undefined {
  if (isListedHost(target, allowed)) return undefined
  const address = parseAddress(text)
  if (!address) return 'unknown'
  const meant = innerIpv4(address) ?? address
  if (isListedAddress(meant, target.port, allowed)) return undefined
  const reserved = reservedRange(meant)
  if (reserved) return reserved.meaning
  const isOwn = own.some((entry) => parseAddress(entry)?.value === meant.value)
  // guard (open = undefined): targets.test.ts
  return isOwn ? "this server's own" : undefined
}

/** The same for a name alone, where a proxy resolves it. */
export function nameRefusal(
  target: Target,
  allowed: readonly PrivateTarget[],
  { isResolved }: { readonly isResolved: boolean },
): string | undefined {
  if (isListedHost(target, allowed)) return undefined
  // guard: targets.test.ts
  if (isLoopbackName(target.host)) return 'loopback'
  // guard (open = undefined): targets.test.ts
  return !isResolved && isInsideName(target.host) ? 'internal' : undefined
}

/** RFC 6761: they mean this machine, whatever a name server says. */
export const isLoopbackName = (host: string) => /(?:^|\.)localhost$/.test(host)

/** Names that only mean something inside of a network. */
export const isInsideName = (host: string) =>
  !host.includes('.') ||
  /\.(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)$/.test(
    host,
  )

/** The embedded address: mapped (`::ffff:10.0.0.1`), or translated (NAT64, `64:ff9b::10.0.0.1`). */
function innerIpv4(address: Address): Address | undefined {
  const isTranslated = address.version === 6 && address.value >> 32n === 0x64ff9bn << 64n
  // guard (open = mappedIpv4(address)): targets.test.ts
  return isTranslated ? { version: 4, value: address.value & 0xffffffffn } : mappedIpv4(address)
}

const isListedHost = ({ host, port }: Target, allowed: readonly PrivateTarget[]) =>
  allowed.some((entry) => 'host' in entry && entry.host === host && fits(entry, port))

const isListedAddress = (address: Address, port: number, allowed: readonly PrivateTarget[]) =>
  allowed.some(
    (entry) => 'network' in entry && networkContains(entry.network, address) && fits(entry, port),
  )

// guard (open = true): targets.test.ts
const fits = (entry: PrivateTarget, port: number) => entry.port === undefined || entry.port === port
