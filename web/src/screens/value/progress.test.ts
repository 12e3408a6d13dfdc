import type { ValueAnswer, ValueDetail } from '@assay/contract'
import { expect, it } from 'vitest'
import { progressOf } from './progress.ts'

const answer = (analyzer: string) => ({ analyzer }) as ValueAnswer
const job = (
  analyzer: string,
  status: 'Waiting' | 'InProgress',
  isLate = false,
): ValueDetail['running'][number] => ({
  analyzer,
  jobId: `job of ${analyzer}`,
  status,
  since: 1,
  isLate,
})

it('counts each analyzer once, one that runs again as not finished', () => {
  const answers = ['Mail', 'File', 'Text'].map(answer)
  const running = [
    job('Text', 'InProgress'),
    job('Yara', 'Waiting'),
    job('Text', 'Waiting'),
    job('VirusTotal', 'Waiting', true),
  ]

  expect(progressOf({ answers, running })).toEqual({
    asked: 5,
    done: 2,
    running: 1,
    waiting: 2,
    late: ['VirusTotal'],
  })
})

it('of an observable that was never analyzed is nothing', () => {
  expect(progressOf({ answers: [], running: [] })).toMatchObject({ asked: 0, done: 0 })
})
