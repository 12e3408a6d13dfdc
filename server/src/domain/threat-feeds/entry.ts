/** What a feed says about one value. Short texts only: a feed is written by others. */
export interface EntryDetails {
  /** Why it is listed: a family of malware, a sort of threat, the title of an event. */
  readonly threat?: string
  readonly tags?: readonly string[]
  /** Milliseconds since 1970. */
  readonly firstSeen?: number
  /** 0 to 100, as the feed rates it. */
  readonly confidence?: number
  /** Where the feed says more about it. */
  readonly reference?: string
}

/** What readers of formats emit. */
export type RawEntry = EntryDetails & { readonly value: string }

/** A raw entry, `bad` for what cannot be read, `skipped` for what a feed itself rules out. */
export type Reading = RawEntry | 'bad' | 'skipped'

export const entryKinds = ['ip', 'network', 'domain', 'url', 'mail', 'hash', 'host'] as const
/** `host` is not listed itself: addresses of pages on it are. */
export type EntryKind = (typeof entryKinds)[number]

/** As it is stored, one row for each key. */
export interface Entry {
  readonly key: string
  readonly kind: EntryKind
  readonly value: string
  readonly details: EntryDetails
}

const maxValue = 1_000
const maxText = 200
const maxTags = 10

export const shortValue = (value: string) => value.slice(0, maxValue).toWellFormed()

const short = (text: string | undefined): string | undefined => {
  const plain = text
    ?.slice(0, 10 * maxText)
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, maxText)
    .toWellFormed()
  return plain === '' || plain === 'None' || plain === 'null' ? undefined : plain
}

/** Nothing of a feed is stored or shown longer than this, or with characters that move others. */
export function shortDetails(given: EntryDetails): EntryDetails {
  const threat = short(given.threat)
  const reference = short(given.reference)
  const tags = (given.tags ?? [])
    .slice(0, 10 * maxTags)
    .flatMap((tag) => short(tag) ?? [])
    .slice(0, maxTags)
  const { firstSeen, confidence } = given
  return {
    ...(threat === undefined ? {} : { threat }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(firstSeen !== undefined && Number.isFinite(firstSeen) ? { firstSeen } : {}),
    ...(confidence !== undefined && confidence >= 0 && confidence <= 100 ? { confidence } : {}),
    // Shown as a link at the most.
    ...(reference !== undefined && /^https?:\/\//i.test(reference) ? { reference } : {}),
  }
}
