import type { Secrets } from '../../identity/secrets.ts'

/** Where a feed is fetched. Many addresses contain a key, so the whole is sealed. */
export interface FeedAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Copied to another feed it does not open. */
export const addressContext = (feedId: string) => `threat_feeds.address:${feedId}` as const

export const sealAddress = (secrets: Secrets, feedId: string, address: FeedAddress): string =>
  secrets.seal(addressContext(feedId), JSON.stringify(address))

export const openAddress = (secrets: Secrets, feedId: string, sealed: string): FeedAddress =>
  JSON.parse(secrets.open(addressContext(feedId), sealed))
