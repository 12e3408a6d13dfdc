import { isReservedAddress, parseAddress } from '@assay/contract/detect'

export interface Hop {
  /** How the sender called itself, and its address as the receiver saw it. */
  readonly from: string | null
  readonly address: string | null
  readonly by: string | null
  readonly protocol: string | null
  readonly date: string | null
  /** Since the hop before; negative when a clock or a forger was wrong. */
  readonly seconds: number | null
}

const maxHops = 50
const longestHeader = 4_096

/** The way of the mail, its beginning first: every server writes its line above the others. */
export function hopsOf(received: readonly string[]): Hop[] {
  const lines = received
    .slice(0, maxHops)
    .map((line) => line.slice(0, longestHeader))
    .toReversed()
  let before: number | undefined
  return lines.map((line) => {
    const time = timeOf(line)
    const seconds =
      time === undefined || before === undefined ? null : Math.round((time - before) / 1_000)
    before = time ?? before
    return {
      from: word(line, 'from'),
      address: addressIn(line),
      by: word(line, 'by'),
      protocol: word(line, 'with'),
      date: time === undefined ? null : new Date(time).toISOString(),
      seconds,
    }
  })
}

/** The first address outside of private networks: as near to the sender as the headers lead. */
export const originOf = (hops: readonly Hop[]): string | undefined =>
  hops.find(({ address }) => address !== null && !isReservedAddress(address))?.address ?? undefined

const word = (line: string, key: string): string | null =>
  new RegExp(`(?:^|\\s)${key}\\s{1,10}([^\\s;()]{1,255})`, 'i').exec(line)?.[1] ?? null

/** In brackets, as receivers write what they saw; what the sender claims stands without them. */
function addressIn(line: string): string | null {
  const until = line.search(/\sby\s/i)
  const part = until < 0 ? line : line.slice(0, until)
  for (const [, text = ''] of part.matchAll(/\[(?:IPv6:)?([0-9A-Fa-f:.]{2,45})\]/g))
    if (parseAddress(text)) return text
  for (const [, text = ''] of part.matchAll(/\(([0-9A-Fa-f:.]{2,45})\)/g))
    if (parseAddress(text)) return text
  return null
}

function timeOf(line: string): number | undefined {
  const text = line
    .slice(line.lastIndexOf(';') + 1)
    .replace(/\([^()]{0,100}\)/g, '')
    .trim()
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
