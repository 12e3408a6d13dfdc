import type { Level } from '@assay/analyzers'
import { expect, it } from 'vitest'
import { analyze, type Backend } from './analyze.ts'
import { exitCodeOf, gapsOf, type ScanResult, verdictOf } from './results.ts'

const observable = { dataType: 'ip', data: '192.0.2.1', depth: 0 }

interface Answer {
  readonly level?: Level
  readonly full?: unknown
  readonly isSilent?: true
  readonly definition?: string
}

const scanWith = (answers: Readonly<Record<string, Answer>>) => {
  const backend: Backend = {
    analyzersFor: async () => Object.keys(answers),
    notRun: () => ['Dns'],
    run: async (asked, analyzer): Promise<ScanResult> => {
      const { level = 'info', full = {}, isSilent, definition } = answers[analyzer] ?? {}
      const badge = { level, namespace: 'A', predicate: 'Fact', value: 1 }
      const taxonomies = isSilent ? [] : [badge]
      return {
        observable: asked,
        analyzer,
        ...(definition === undefined ? {} : { definition }),
        status: 'Success',
        level,
        taxonomies,
        full,
        artifacts: [],
        ms: 1,
      }
    },
    close: async () => undefined,
  }
  return analyze(backend, [observable], { parallel: async () => 1, onProgress: () => undefined })
}

const facts = { full: { notJudged: 'reports facts only' } }

it.each<[string, Readonly<Record<string, Answer>>, string]>([
  ['facts alone', { Assay_IP: facts }, 'incomplete'],
  ['facts beside silence', { Assay_IP: facts, Assay_Lists: { isSilent: true } }, 'incomplete'],
  ['silence alone', { Assay_Lists: { isSilent: true } }, 'incomplete'],
  [
    'silence of one that a server calls otherwise',
    { Ours: { isSilent: true, definition: 'Assay_Lists_1_0' } },
    'incomplete',
  ],
  ['one that looked', { Assay_IP: facts, Assay_Feeds: {} }, 'info'],
  ['one of others that says nothing', { Reputation_1_0: { isSilent: true } }, 'info'],
  ['one that knows it is good', { Assay_IP: facts, Assay_Lists: { level: 'safe' } }, 'safe'],
])('of %s the verdict is %s', async (_, answers, verdict) => {
  expect(verdictOf(await scanWith(answers))).toBe(verdict)
})

it('says who did not judge and why, and ends with 2', async () => {
  const scan = await scanWith({
    Assay_IP: facts,
    Assay_Lists: { isSilent: true, full: { notJudged: 'no list configured' } },
  })
  expect(gapsOf(scan).map(({ reason }) => reason)).toEqual([
    'no analyzer could judge it (IP: reports facts only; Lists: no list configured)',
  ])
  expect(scan.notRun).toEqual(['Dns'])
  expect(exitCodeOf(scan)).toBe(2)
})
