import { describe, expect, it } from 'vitest'
import { orderIn, taskSteps, viewIn } from './task-list.ts'

describe('the query for tasks', () => {
  it('asks for waiting tasks in just three steps', () => {
    expect(taskSteps({ view: 'waiting', order: 'flag', groups: [], from: 15 })).toEqual([
      { _name: 'waitingTasks' },
      { _name: 'sort', _fields: [{ flag: 'desc' }, { startDate: 'asc' }] },
      { _name: 'page', from: 15, to: 30, withParents: 1 },
    ])
  })

  it('leaves out own tasks that are done', () => {
    const steps = taskSteps({ view: 'mine', order: 'title', groups: ['Forensics'], from: 0 })
    expect(steps.map(({ _name }) => _name)).toEqual(['myTasks', 'filter', 'filter', 'sort', 'page'])
    expect(steps[1]).toMatchObject({ _in: { _values: ['Waiting', 'InProgress'] } })
  })
})

it('shows waiting tasks, flagged ones first, whatever else the address says', () => {
  const params = new URLSearchParams('view=others&sort=constructor')
  expect([viewIn(params), orderIn(params)]).toEqual(['waiting', 'flag'])
})
