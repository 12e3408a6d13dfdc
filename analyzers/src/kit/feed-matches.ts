import type { Level } from './findings.ts'

/** A threat feed that was searched. */
export interface SearchedFeed {
  readonly name: string
  /** Named by the organization, or by the operator of the server. */
  readonly source: 'organization' | 'server'
  readonly entries: number
  /** When the content was last read; null before the first time. */
  readonly loadedAt: number | null
  /** When it was last found to be as it is at its source. */
  readonly checkedAt: number | null
  readonly refreshMinutes: number
}

/** An entry of a feed that covers the observable. */
export interface FeedMatch {
  readonly feed: string
  readonly source: 'organization' | 'server'
  readonly level: Exclude<Level, 'safe'>
  /** `host` when it is not listed itself, but addresses on it are. */
  readonly kind: string
  readonly entry: string
  readonly threat?: string
  readonly tags?: readonly string[]
  readonly firstSeen?: number
  readonly confidence?: number
  readonly reference?: string
  readonly loadedAt: number | null
  readonly checkedAt: number | null
}

/** What the threat feeds of an organization say about an observable; found by the engine. */
export interface FeedMatches {
  /** When they were searched, by the same clock as the other moments. */
  readonly now: number
  readonly feeds: readonly SearchedFeed[]
  /** The closest first. */
  readonly matches: readonly FeedMatch[]
}
