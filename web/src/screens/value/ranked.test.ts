import { analyzers } from '@assay/analyzers/descriptions'
import type { Headline, Reason, ValueDetail } from '@assay/contract'
import { expect, it } from 'vitest'
import { type Inherited, rankedReasons } from './ranked.ts'

const link = 'http://198.51.100.23/login'
const reason = (level: Reason['level'], id: string, more: Partial<Reason> = {}): Reason => ({
  level,
  id,
  text: id,
  analyzer: `${analyzers.mail.name}_1_0`,
  jobId: `job ${id}`,
  at: 1,
  ...more,
})
const misleading = reason('suspicious', 'mail.link-misleading', {
  parameters: { shown: 'https://bank.example', target: link },
})
const rule = reason('malicious', 'yara.malicious', { analyzer: `${analyzers.yara.name}_1_0` })
const lead = (
  level: Inherited['level'],
  data: string,
  more: Inherited['chain'] = [],
): Inherited => ({
  level,
  weight: 90,
  reason: {
    level,
    id: 'lists.blocked',
    text: `listed ${data}`,
    analyzer: `${analyzers.lists.name}_1_0`,
  },
  chain: [{ kind: 'link', dataType: 'url', data, level }, ...more],
})
const host = { kind: 'host', dataType: 'ip', data: '198.51.100.23', level: 'malicious' } as const

const ranked = (reasons: Reason[], headline: Partial<Headline> = {}) =>
  rankedReasons({ reasons, headline: { inherited: [], ...headline } } as unknown as ValueDetail)
const ids = (rows: ReturnType<typeof ranked>) =>
  rows.map(({ told, from }) => (from ? `from ${from.chain[0]?.data}` : told.id))

it('the reason of the headline comes first, and its own keep the order of the server', () => {
  const dmarc = reason('suspicious', 'mail.dmarc')
  const fact = reason('none', 'badge.type')

  expect(ids(ranked([dmarc, misleading, rule, fact]))).toEqual([
    'mail.dmarc',
    'mail.link-misleading',
    'yara.malicious',
    'badge.type',
  ])
  const own = { reason: { ...misleading, analyzer: misleading.analyzer }, chain: [] }
  expect(
    ids(ranked([dmarc, misleading, rule], { lead: { level: 'suspicious', weight: 48, ...own } })),
  ).toEqual(['mail.link-misleading', 'mail.dmarc', 'yara.malicious'])
})

it('malicious things that it leads to come before its own reasons, suspicious ones after them', () => {
  const dmarc = reason('suspicious', 'mail.dmarc')
  const inherited = [lead('malicious', 'http://a.test/'), lead('suspicious', 'http://b.test/')]

  expect(ids(ranked([dmarc], { inherited }))).toEqual([
    'from http://a.test/',
    'mail.dmarc',
    'from http://b.test/',
  ])
})

it('what the email says about a link and what is known of its host are one reason of both analyzers', () => {
  const [row, ...others] = ranked([misleading], { inherited: [lead('malicious', link, [host])] })

  expect(others).toEqual([])
  expect(row).toMatchObject({
    level: 'malicious',
    told: { id: 'lists.blocked' },
    also: { id: 'mail.link-misleading' },
    by: [
      { analyzer: `${analyzers.mail.name}_1_0`, jobId: 'job mail.link-misleading' },
      { analyzer: `${analyzers.lists.name}_1_0` },
    ],
  })
})

it('two ways over the same link are one reason', () => {
  const inherited = [lead('malicious', link, [host]), lead('malicious', link)]
  expect(ids(ranked([], { inherited }))).toEqual([`from ${link}`])
})

it('that analyzers disagree comes before all of them; what was not examined is no reason', () => {
  const split = reason('none', 'verdict.disagreement')
  const gap = reason('none', 'verdict.not-examined')
  expect(ids(ranked([split, rule, gap], { inherited: [lead('malicious', link)] }))).toEqual([
    'verdict.disagreement',
    `from ${link}`,
    'yara.malicious',
  ])
})
