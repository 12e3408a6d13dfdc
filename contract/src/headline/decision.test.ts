import { expect, it } from 'vitest'
import { blocked, edge, mail, subject, url } from './headline-samples.ts'
import {
  composeHeadline,
  englishSpeech,
  type HeadlineDecision,
  type HeadlineLevel,
  type HeadlineSubject,
  headlineGraph,
  sayHeadline,
} from './index.ts'

const decision = (
  level: 'safe' | 'suspicious' | 'malicious',
  others: readonly HeadlineLevel[] = [],
  more: Partial<HeadlineDecision> = {},
): HeadlineDecision => ({
  level,
  reason: 'own campaign',
  others,
  said: { level, text: 'Marked by an analyst', analyzer: 'analyst' },
  ...more,
})
const marked = (of: HeadlineSubject, made: HeadlineDecision): HeadlineSubject => ({
  ...of,
  level: made.level,
  decision: made,
})
const sentence = (of: HeadlineSubject, others: HeadlineSubject[] = [], running = 0) => {
  const edges = others.map(({ key }) => edge(of.key, 'link', key))
  const parts = composeHeadline({ subject: of, graph: headlineGraph(others, edges), running })
  return { parts, text: sayHeadline(parts, englishSpeech) }
}

it('an analyst’s word comes first, then how many analyzers say otherwise', () => {
  const made = decision('safe', ['malicious', 'malicious', 'suspicious', 'none'], {
    until: '2027-03-03',
  })
  const { parts, text } = sentence(marked(subject(url, [blocked]), made))
  expect(text).toBe(
    'Marked benign by an analyst: own campaign, until 3 March 2027. 2 analyzers say malicious',
  )
  expect(parts).toMatchObject({ state: 'judged', level: 'safe', ownLevel: 'safe' })
  const alone = sentence(marked(subject(url, []), decision('malicious', ['malicious'])))
  expect(alone.text).toBe('Marked malicious by an analyst: own campaign')
})

it('wins over what the observable leads to, and while analyzers run', () => {
  const calm = marked(subject(mail, []), decision('safe'))
  const { parts } = sentence(calm, [subject(url, [blocked])], 3)
  expect(parts).toMatchObject({ state: 'judged', level: 'safe' })
  expect(parts.inherited).toHaveLength(1)
})

it('passes on to what leads to it, in place of what analyzers say there', () => {
  const bad = sentence(subject(mail, []), [marked(subject(url, []), decision('malicious'))])
  expect(bad.parts).toMatchObject({ level: 'malicious', inherited: [{ weight: 80 }] })
  const calm = sentence(subject(mail, []), [marked(subject(url, [blocked]), decision('safe'))])
  expect(calm.parts.inherited).toEqual([])
})

it('a long reason leaves room for the others', () => {
  const made = decision('safe', ['malicious'], { reason: 'x'.repeat(500) })
  const { text } = sentence(marked(subject(url, []), made))
  expect(text.length).toBeLessThanOrEqual(300)
  expect(text).toMatch(/…\. 1 analyzer says malicious$/)
})
