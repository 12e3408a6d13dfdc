import { describe, expect, it } from 'vitest'
import { taskSteps, viewIn } from './list.ts'

describe('the query for tasks', () => {
  it('asks for waiting tasks in just three steps', () => {
    expect(taskSteps('waiting', { sort: 'flag', values: {}, from: 15, size: 15 })).toEqual([
      { _name: 'waitingTasks' },
      { _name: 'sort', _fields: [{ flag: 'desc' }, { startDate: 'asc' }] },
      { _name: 'page', from: 15, to: 30, withParents: 1 },
    ])
  })

  it('leaves out own tasks that are done', () => {
    const search = { sort: 'title', values: { group: ['Forensics'] }, from: 0, size: 15 }
    const steps = taskSteps('mine', search)
    expect(steps.map(({ _name }) => _name)).toEqual(['myTasks', 'filter', 'filter', 'sort', 'page'])
    expect(steps[1]).toMatchObject({ _in: { _values: ['Waiting', 'InProgress'] } })
  })
})

it('shows waiting tasks whatever else the address says', () => {
  expect(viewIn(new URLSearchParams('view=others'))).toBe('waiting')
})
