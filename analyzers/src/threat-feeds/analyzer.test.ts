import { expect, it } from 'vitest'
import type { FeedMatches } from '../kit/index.ts'
import { analyzer } from './analyzer.ts'

const day = 86_400_000
const now = Date.parse('2026-05-20T12:00:00Z')
const feed = (name: string, checkedAt: number | null) => ({
  name,
  source: 'organization' as const,
  entries: 10,
  loadedAt: checkedAt,
  checkedAt,
  refreshMinutes: 60,
})
const match = (name: string, more = {}) => ({
  feed: name,
  source: 'organization' as const,
  level: 'malicious' as const,
  kind: 'domain',
  entry: 'evil.example.org',
  loadedAt: now - day,
  checkedAt: now - 3 * 3_600_000,
  ...more,
})

async function report(feeds: Omit<FeedMatches, 'now'>, config = {}) {
  const output = await analyzer.execute(
    { dataType: 'domain', data: 'a.evil.example.org', config },
    {
      folder: '/nowhere',
      mayUseNetwork: false,
      privateTargets: [],
      feeds: { now, ...feeds },
      print: () => undefined,
    },
  )
  if (!output.success) throw new Error(output.errorMessage)
  const { verdict, findings } = output.full as {
    verdict?: string
    findings?: { id: string; explanation: string }[]
  }
  return { verdict, findings: findings?.map(({ id, explanation }) => `${id}: ${explanation}`) }
}

it('says which feed lists it, why, since when, and how old the feed is', async () => {
  const seen = { threat: 'Loader', tags: ['c2'], firstSeen: Date.parse('2026-05-01') }
  expect(await report({ feeds: [feed('ours', now)], matches: [match('ours', seen)] })).toEqual({
    verdict: 'malicious',
    findings: [
      'feeds.malicious: Listed in ours: evil.example.org (Loader; c2); first seen 2026-05-01, updated 3 hours ago',
    ],
  })
})

it('judges as the one who named the feed decided, and hosts of listed addresses not at all', async () => {
  const one = { feeds: [feed('ours', now)] }
  expect(
    (await report({ ...one, matches: [match('ours', { level: 'suspicious' })] })).verdict,
  ).toBe('suspicious')
  expect((await report({ ...one, matches: [match('ours', { kind: 'host' })] })).verdict).toBe(
    'info',
  )
})

it('names feeds that are old or were never loaded, whatever they say', async () => {
  const { verdict, findings } = await report({
    feeds: [feed('old', now - 30 * day), feed('new', now), feed('empty', null)],
    matches: [],
  })
  expect(verdict).toBe('info')
  expect(findings).toEqual([
    'feeds.stale: Feed old is stale: last updated 30 days ago, newer threats are missing',
    'feeds.empty: Feed empty was never loaded; not checked',
  ])
})

it('asks only the feeds that are configured, and is silent without any', async () => {
  const both = { feeds: [feed('a', now), feed('b', now)], matches: [match('a'), match('b')] }
  expect((await report(both, { feeds: ['b'] })).findings).toHaveLength(1)
  expect(await report({ feeds: [], matches: [] })).toEqual({})
})
