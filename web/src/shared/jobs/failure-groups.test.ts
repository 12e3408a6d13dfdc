import type { Job } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { groupFailures } from './failure-groups.ts'

const failed = (workerId: string, errorMessage: string) =>
  ({ status: 'Failure', workerId, workerName: workerId, type: 'analyzer', errorMessage }) as Job

describe('groups of failures', () => {
  it('are counted, the largest first, with those who failed most in front', () => {
    const groups = groupFailures([
      failed('Shodan', 'Timeout after 30 s'),
      failed('VT', 'Invalid API key'),
      failed('Abuse', 'invalid api key'),
      failed('VT', 'Invalid API key'),
      { status: 'Success' } as Job,
    ])
    expect(groups.map(({ reason, count }) => [reason, count])).toEqual([
      ['Invalid API key', 3],
      ['Timeout after … s', 1],
    ])
    expect(groups[0]?.workers.map(({ workerId }) => workerId)).toEqual(['VT', 'Abuse'])
  })
})
