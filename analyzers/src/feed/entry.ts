import { detect, formatAddress, parseAddress, refang, reservedRange } from '@assay/contract/detect'
import { fail } from '../kit/index.ts'

export interface Entry {
  readonly dataType: string
  readonly value: string
}

/** What a firewall, a proxy or a mail server can block. */
const types = new Set(['ip', 'domain', 'fqdn', 'url', 'mail', 'hash'])
/** It is part of a key in the database, which takes no more. */
const maxBytes = 2_000

/** In the one spelling in which a list holds it; an entry that would block too much is refused. */
export function entryOf(dataType: unknown, data: unknown): Entry {
  const type = dataType === 'hostname' ? 'fqdn' : String(dataType ?? 'other')
  if (!types.has(type)) fail(`Block lists do not support type ${type.slice(0, 40)}`)
  if (typeof data !== 'string' || data.trim() === '') fail('The observable has no value')
  const text = refang(data.trim())
  if (Buffer.byteLength(text) > maxBytes) fail(`The observable is longer than ${maxBytes} bytes`)
  if (/[\s\p{Cc}]/u.test(text)) fail('The observable contains spaces or control characters')
  if (type === 'ip') return { dataType: type, value: addressOf(text) }
  const found = detect(text)
  const names = new Set(['domain', 'fqdn'])
  if (found.dataType !== type && !(names.has(type) && names.has(found.dataType)))
    fail(`${text.slice(0, 80)} is not of type ${type}`)
  return { dataType: type, value: found.value }
}

/** To block 10.0.0.1 or 127.0.0.1 cuts off your own network, not the intruder. */
function addressOf(text: string): string {
  const address = parseAddress(text) ?? fail(`${text.slice(0, 80)} is not an IP address`)
  const reserved = reservedRange(address)
  if (reserved) fail(`${text} was not blocked: reserved address (${reserved.meaning})`)
  return formatAddress(address)
}
