import { ageOf } from '@assay/contract/findings'
import {
  defineAnalyzer,
  type FeedMatch,
  type Finding,
  finding,
  type SearchedFeed,
  taxonomy,
} from '../kit/index.ts'
import { threatFeedsDescription } from './description.ts'

const day = 86_400_000

export const analyzer = defineAnalyzer({
  ...threatFeedsDescription,
  run(_observable, { config, feeds: found }) {
    const wanted = new Set(config.feeds)
    const counts = (name: string) => wanted.size === 0 || wanted.has(name)
    const feeds = found.feeds.filter(({ name }) => counts(name))
    const matches = found.matches.filter(({ feed }) => counts(feed))
    // It is there from the start in every organization: without feeds it has nothing to say.
    if (feeds.length === 0)
      return {
        taxonomies: [],
        full: { matches: [], feeds: [], message: 'No feeds configured' },
        notJudged: 'no feeds configured',
      }
    const { now } = found
    const stale = feeds.filter(
      ({ checkedAt }) => checkedAt === null || now - checkedAt > config.stale_after_days * day,
    )
    const unread = feeds.filter(({ loadedAt }) => loadedAt === null)
    return {
      taxonomies: [taxonomy('info', 'Feeds', 'Hits', matches.length)],
      findings: [
        ...matches.map((match) => findingOf(match, now)),
        ...stale.map((feed) => staleFinding(feed, now)),
      ],
      full: {
        matches: matches.map((match) => ({ ...match, age: ageText(match.checkedAt, now) })),
        feeds: feeds.map((feed) => ({ ...feed, age: ageText(feed.checkedAt, now) })),
        ...(unread.length === 0
          ? {}
          : { incomplete: unread.map(({ name }) => `feed ${name} is not loaded yet`) }),
      },
      ...(unread.length === feeds.length ? { notJudged: 'no feed is loaded yet' } : {}),
    }
  },
})

const ids = {
  malicious: 'feeds.malicious',
  suspicious: 'feeds.suspicious',
  info: 'feeds.noted',
} as const

function findingOf(match: FeedMatch, now: number): Finding {
  const { feed, entry, kind, level } = match
  const parameters = {
    feed,
    entry,
    why:
      [match.threat, match.tags?.join(', ')].filter(Boolean).join('; ') || 'no reason in the feed',
    seen:
      match.firstSeen === undefined
        ? 'unknown'
        : new Date(match.firstSeen).toISOString().slice(0, 10),
    age: minutesSince(match.checkedAt, now),
  }
  return finding(kind === 'host' ? 'feeds.host' : ids[level], parameters)
}

const staleFinding = ({ name, checkedAt }: SearchedFeed, now: number): Finding =>
  checkedAt === null
    ? finding('feeds.empty', { feed: name })
    : finding('feeds.stale', { feed: name, age: minutesSince(checkedAt, now) })

const minutesSince = (since: number | null, now: number) =>
  since === null ? 'unknown' : Math.max(0, Math.round((now - since) / 60_000))

const ageText = (since: number | null, now: number) => {
  const minutes = minutesSince(since, now)
  return typeof minutes === 'number' ? ageOf(minutes) : 'never'
}
