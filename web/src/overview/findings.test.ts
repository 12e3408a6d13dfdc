import { expect, it } from 'vitest'
import { taxonomiesOf } from '../model/levels.ts'
import { maliciousIn } from './findings.ts'

const summary = (...levels: string[]) => ({
  taxonomies: taxonomiesOf(levels.map((level) => ({ level, namespace: 'VT', value: level }))),
})

it('only what is malicious is a finding, in the order of the jobs', () => {
  const jobs = ['new', 'unread', 'clean', 'old'].map((id) => ({ id }))
  const summaries = new Map([
    ['old', summary('malicious')],
    ['clean', summary('safe', 'suspicious', 'maliciousish')],
    ['new', summary('info', 'MALICIOUS', 'malicious')],
  ])
  const found = maliciousIn(jobs, summaries)
  expect(found.map(({ job, taxonomies }) => [job.id, taxonomies.length])).toEqual([
    ['new', 2],
    ['old', 1],
  ])
})
