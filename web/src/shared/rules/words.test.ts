import type { RuleOn, RuleStep } from '@assay/contract'
import { ruleParts, ruleSentenceIds } from '@assay/contract/rule-sentences'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadLanguage, loadTexts, type TextKey, text } from '../../base/texts/index.ts'
import { plain, rulePieces, sentence, sentencePieces } from './words.ts'

const reads = (on: RuleOn, filter: Record<string, unknown>, steps: readonly RuleStep[]) =>
  ruleParts({ on, if: filter, do: steps }, { runsPerHour: 1, jobsPerDay: 1 })
const says = (...rule: Parameters<typeof reads>) => plain(rulePieces(reads(...rule)))

const triage: Parameters<typeof reads> = [
  'observable.created',
  {
    _and: [
      { dataType: 'url' },
      { _lte: { tlp: 2 } },
      { _parent: { _type: 'alert', _query: { source: 'mailbox' } } },
    ],
  },
  [
    { analyze: { analyzers: ['MaxMind_GeoIP_4_0', 'VirusTotal_GetReport_3_1'] } },
    { tag: { tags: ['a*b'] } },
  ],
]

describe('rules in English', () => {
  beforeAll(() => loadTexts(['rules']))

  it('read as one sentence', () => {
    expect(says(...triage)).toBe(
      'When an observable is created of type URL up to TLP:AMBER in an alert from mailbox, analyze it with MaxMind GeoIP and VirusTotal GetReport, then tag it a*b.',
    )
    expect(
      says(
        {
          'verdict.changed': {
            from: ['safe'],
            to: ['malicious', 'suspicious'],
            analyzer: 'analyst',
          },
        },
        {
          _and: [
            { _parent: { _type: 'case', _query: { status: 'Open' } } },
            { _like: { _field: 'data', _value: '*login*' } },
            { ioc: true },
          ],
        },
        [{ set: { severity: 3, tlp: 2 } }, { notify: { people: ['assignee', 'ada'] } }],
      ),
    ).toBe(
      'When a verdict changes from benign to malicious or suspicious because of decision of an analyst for an observable in an open case whose observable contains login and whose IOC mark is yes, set severity to High and TLP to at least TLP:AMBER, then notify the assignee and ada.',
    )
    expect(
      says({ stale: { olderThan: '7d', levels: ['malicious'] } }, {}, [{ analyzeAgain: {} }]),
    ).toBe(
      'When an observable of an open case was not analyzed for 7 days and is malicious, analyze it again, up to 200 a day.',
    )
  })

  it('name a budget, and the reason of its provider', () => {
    expect(says('budget.low', {}, [{ notify: { people: ['ada'] } }])).toBe(
      'When a budget is used to 80%, notify ada.',
    )
    const down = { budget: 'VirusTotal', reason: 'HTTP 503' }
    expect(sentence({ id: 'because.down', parameters: down })).toBe(
      'The provider of the budget VirusTotal does not answer: HTTP 503',
    )
    expect(sentence({ id: 'because.down', parameters: { budget: 'VirusTotal' } })).toBe(
      'The provider of the budget VirusTotal does not answer',
    )
  })

  it('mark what matters, and nothing that a name contains', () => {
    const strong = rulePieces(reads(...triage)).filter(({ isStrong }) => isStrong)
    expect(strong.map((piece) => piece.text)).toEqual([
      ...['an observable is created', 'URL', 'TLP:AMBER', 'mailbox', 'analyze'],
      ...['MaxMind GeoIP and VirusTotal GetReport', 'tag', 'a*b'],
    ])
  })

  it('say conditions by themselves, and what is newer than this page in English', () => {
    const [, type, , source] = reads(...triage)
    expect(type && sentence(type)).toBe('Type is URL')
    expect(source && sentence(source)).toBe('Alert source is mailbox')
    expect(sentencePieces({ id: 'do.fly', parameters: {}, text: 'fly' })).toEqual([
      { text: 'fly', isStrong: false },
    ])
    expect(
      sentence({ id: 'reason.tlp', parameters: { found: 3, max: 2, worker: 'MaxMind_GeoIP_4_0' } }),
    ).toBe('TLP:RED is above TLP:AMBER of MaxMind GeoIP')
  })
})

describe('rules in French', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} })
    await loadLanguage('fr')
    await loadTexts(['rules'])
  })
  afterAll(async () => {
    await loadLanguage('en')
    vi.unstubAllGlobals()
  })

  it('have a sentence for everything that the server says', () => {
    expect(ruleSentenceIds.filter((id) => text(`rule.${id}` as TextKey) === `rule.${id}`)).toEqual(
      [],
    )
  })

  it('read as one sentence', () => {
    expect(says(...triage)).toBe(
      'Quand un observable est créé de type URL jusqu’à TLP:AMBER dans une alerte de mailbox, l’analyser avec MaxMind GeoIP et VirusTotal GetReport, puis y mettre le tag a*b.',
    )
  })
})
