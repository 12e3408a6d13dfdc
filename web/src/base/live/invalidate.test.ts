import { expect, it } from 'vitest'
import { keysOf } from './invalidate.ts'

it('an event of a job concerns that job, and no list whose rows would move', () => {
  expect(keysOf({ jobId: 'j', organization: 'ACME', status: 'Success' })).toEqual([['job', 'j']])
})

it('an event of a case concerns the case, the lists of cases and what is similar to it, and values that say where they were seen', () => {
  const change = {
    organization: 'ACME',
    operation: 'update' as const,
    objectType: 'case' as const,
    objectId: '~1',
    rootId: '~1',
    user: 'ana',
    date: 0,
    details: {},
  }

  expect(keysOf(change)).toEqual([
    ['alertFacts'],
    ['case'],
    ['cases'],
    ['story'],
    ['caseReport'],
    ['similar'],
    ['value'],
    ['known'],
  ])
})
