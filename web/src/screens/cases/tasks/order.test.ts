import { describe, expect, it } from 'vitest'
import { grouped, movedOrders } from './order.ts'

const task = (_id: string, order: number, group = 'default') => ({
  _id,
  order,
  group,
  _createdAt: Number(_id),
})

describe('the order of tasks', () => {
  it('is by group, then by place, then by age', () => {
    const tasks = [task('3', 0, 'b'), task('2', 1, 'a'), task('1', 1, 'a'), task('4', 0, 'a')]
    expect(
      grouped(tasks).map(({ group, tasks: members }) => [group, ...members.map((one) => one._id)]),
    ).toEqual([
      ['a', '4', '1', '2'],
      ['b', '3'],
    ])
  })

  it('swaps adjacent tasks and leaves the others alone', () => {
    const tasks = [task('1', 0), task('2', 1), task('3', 2)]
    expect(movedOrders(tasks, '3', -1)).toEqual([
      { id: '3', order: 1 },
      { id: '2', order: 2 },
    ])
  })

  it('gives places to tasks that were never arranged', () => {
    const tasks = [task('1', 0), task('2', 0), task('3', 0)]
    expect(movedOrders(tasks, '1', 1)).toEqual([
      { id: '1', order: 1 },
      { id: '3', order: 2 },
    ])
  })

  it('does not move what is at the end', () => {
    expect(movedOrders([task('1', 0), task('2', 1)], '1', -1)).toEqual([])
    expect(movedOrders([task('1', 0)], 'gone', 1)).toEqual([])
  })
})
