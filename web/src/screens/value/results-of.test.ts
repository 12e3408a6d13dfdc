import type { Reason, ValueAnswer, ValueDetail } from '@assay/contract'
import { expect, it } from 'vitest'
import { resultsOf } from './results-of.ts'

const answer = (analyzer: string, more: Partial<ValueAnswer> = {}): ValueAnswer => ({
  analyzer,
  analyzerId: analyzer,
  level: 'none',
  reasons: [],
  hasReport: true,
  ...more,
})
const failure = (message: string, more: Partial<ValueAnswer['failure']> = {}) => ({
  level: null,
  failure: { jobId: 'j', at: 1, message, ...more },
})
const names = (rows: readonly { analyzer: string }[]) => rows.map(({ analyzer }) => analyzer)

it('keeps the kinds of nothing apart', () => {
  const found = resultsOf({
    answers: [
      answer('Mail', { level: 'suspicious', reasons: [{} as Reason] }),
      answer('File', { reasons: [{} as Reason] }),
      answer('Archive'),
      answer('DNS', failure('No public name', { notApplicable: 'special-use-name' })),
      answer('VirusTotal', failure('Invalid API key')),
    ],
    running: [],
  })

  expect(names(found.said)).toEqual(['Mail', 'File'])
  expect(names(found.nothing)).toEqual(['Archive'])
  expect(names(found.notApplicable)).toEqual(['DNS'])
  expect(names(found.failed)).toEqual(['VirusTotal'])
})

it('of what runs again the last answer is no longer counted', () => {
  const job = (analyzer: string, status: 'Waiting' | 'InProgress'): ValueDetail['running'][0] => ({
    analyzer,
    status,
    jobId: analyzer,
    since: 1,
    isLate: false,
  })
  const found = resultsOf({
    answers: [answer('Mail'), answer('File')],
    running: [job('Mail', 'InProgress'), job('Yara', 'Waiting')],
  })

  expect(names(found.nothing)).toEqual(['File'])
  expect(names(found.running)).toEqual(['Mail'])
  expect(names(found.waiting)).toEqual(['Yara'])
})
