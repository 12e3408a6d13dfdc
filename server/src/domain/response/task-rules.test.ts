import { describe, expect, it } from 'vitest'
import { afterTransition } from './task-rules.ts'

const nobody = { startDate: null, endDate: null, assignee: null }
const by = { now: 100, login: 'alan' }

describe('a task', () => {
  it.each([
    ['InProgress', nobody, { startDate: 100, endDate: null, assignee: 'alan' }],
    [
      'InProgress',
      { startDate: 5, endDate: 7, assignee: 'ada' },
      { startDate: 5, endDate: 7, assignee: 'ada' },
    ],
    ['Completed', nobody, { startDate: null, endDate: 100, assignee: null }],
    ['Completed', { ...nobody, endDate: 7 }, { ...nobody, endDate: 7 }],
    ['Waiting', { ...nobody, startDate: 5 }, { ...nobody, startDate: 5 }],
    ['Cancel', nobody, nobody],
  ] as const)('that becomes %s and was %o is %o', (status, before, after) => {
    expect(afterTransition(before, status, by)).toEqual(after)
  })
})
