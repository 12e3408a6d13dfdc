import { createHash } from 'node:crypto'
import { withoutFormula } from '@assay/contract'

export interface BlockListItem {
  readonly dataType: string
  readonly value: string
  readonly addedAt: number
  readonly expiresAt: number | null
}

/** What a report of the feed responder asks for. */
export interface BlockListOrder {
  readonly feed: string
  readonly dataType: string
  readonly value: string
  /** 0 keeps it for good. */
  readonly days: number
}

export const isFeedName = (text: string) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(text)

/** Checked again, though the responder has: a list is read by machines, line by line. */
export function readBlockListOrder(full: string): BlockListOrder | undefined {
  const { feed } = JSON.parse(full) as { feed?: Partial<Record<string, unknown>> }
  if (typeof feed !== 'object' || feed === null) return undefined
  const { name, dataType, value, days } = feed
  const isSound =
    typeof name === 'string' &&
    isFeedName(name) &&
    typeof dataType === 'string' &&
    /^[a-z-]{1,40}$/.test(dataType) &&
    typeof value === 'string' &&
    Buffer.byteLength(value) <= 2_000 &&
    /^[^\s\p{Cc}]+$/u.test(value) &&
    typeof days === 'number' &&
    Number.isInteger(days) &&
    days >= 0 &&
    days <= 3_650
  return isSound ? { feed: name, dataType, value, days } : undefined
}

/** A list in one of its forms, written as its items come. */
export interface FeedText {
  readonly start: string
  items(items: readonly BlockListItem[]): string
  end(): string
}

export const asText = (): FeedText => ({
  start: '',
  items: (items) => items.map(({ value }) => `${value}\n`).join(''),
  end: () => '',
})

const quoted = (text: string) => `"${withoutFormula(text).replaceAll('"', '""')}"`
const iso = (moment: number) => new Date(moment).toISOString()

export const asCsv = (): FeedText => ({
  start: 'type,value,added,expires\r\n',
  items: (items) =>
    items
      .map(({ dataType, value, addedAt, expiresAt }) =>
        [
          quoted(dataType),
          quoted(value),
          iso(addedAt),
          expiresAt === null ? '' : iso(expiresAt),
        ].join(','),
      )
      .map((line) => `${line}\r\n`)
      .join(''),
  end: () => '',
})

/** Ids follow from the content: who fetches the list again gets the same objects. */
export function asStix(list: string): FeedText {
  const digest = createHash('sha256').update(`assay feed\n${list}\n`)
  let isAny = false
  return {
    start: '{"type":"bundle"',
    items: (items) =>
      items
        .flatMap((item) => indicatorOf(list, item))
        .map((indicator) => {
          // An empty bundle has no such attribute at all.
          const before = isAny ? ',' : ',"objects":['
          digest.update(isAny ? `\n${indicator.id}` : indicator.id)
          isAny = true
          return before + JSON.stringify(indicator)
        })
        .join(''),
    end: () => `${isAny ? ']' : ''},"id":"bundle--${uuidFrom(digest.digest())}"}`,
  }
}

function indicatorOf(list: string, item: BlockListItem) {
  const pattern = stixPattern(item)
  if (pattern === undefined) return []
  const { dataType, value, addedAt, expiresAt } = item
  return [
    {
      type: 'indicator',
      spec_version: '2.1',
      id: `indicator--${uuidOf(`${list}\n${dataType}\n${value}\n${addedAt}`)}`,
      created: iso(addedAt),
      modified: iso(addedAt),
      name: value,
      indicator_types: ['malicious-activity'],
      pattern,
      pattern_type: 'stix',
      valid_from: iso(addedAt),
      ...(expiresAt === null ? {} : { valid_until: iso(expiresAt) }),
    },
  ]
}

const hashNames: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: "'SHA-1'",
  64: "'SHA-256'",
  128: "'SHA-512'",
}

function stixPattern({ dataType, value }: BlockListItem): string | undefined {
  const text = `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  switch (dataType) {
    case 'ip':
      return `[${value.includes(':') ? 'ipv6' : 'ipv4'}-addr:value = ${text}]`
    case 'domain':
    case 'fqdn':
      return `[domain-name:value = ${text}]`
    case 'url':
      return `[url:value = ${text}]`
    case 'mail':
      return `[email-addr:value = ${text}]`
    case 'hash': {
      const name = hashNames[value.length]
      return name === undefined ? undefined : `[file:hashes.${name} = ${text}]`
    }
    default:
      return undefined
  }
}

/** The form of version 5: a digest instead of chance. */
const uuidOf = (text: string): string =>
  uuidFrom(createHash('sha256').update(`assay feed\n${text}`).digest())

function uuidFrom(digest: Buffer): string {
  const bytes = digest.subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
