import { describe, expect, it } from 'vitest'
import { nextReceivers, restUntil } from './delivery.ts'

const minute = 60_000

describe('a webhook that does not answer in time', () => {
  it('is left alone from the third time in a row on, longer each time', () => {
    const rests = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((timeouts) => restUntil(timeouts, 0))
    expect(rests).toEqual([null, null, ...[1, 2, 4, 8, 15, 15, 15].map((count) => count * minute)])
  })

  it('comes behind those that answer, with one message from the third time on', () => {
    const receiver = (id: string, timeouts: number, running = 0, due = 0) => ({
      ...{ id, timeouts, running, due },
    })
    const chosen = (count: number, ...receivers: ReturnType<typeof receiver>[]) =>
      nextReceivers(receivers, count).map((next) => `${next.receiver.id} ${next.count}`)
    expect(chosen(4, receiver('a', 3), receiver('b', 1), receiver('c', 0))).toEqual([
      'c 2',
      'b 1',
      'a 1',
    ])
    expect(chosen(1, receiver('a', 1), receiver('b', 0, 2), receiver('c', 0, 1))).toEqual(['c 1'])
    expect(chosen(1, receiver('a', 0, 0, 5), receiver('b', 0, 0, 4))).toEqual(['b 1'])
    expect(chosen(4, receiver('a', 7))).toEqual(['a 1'])
    expect(chosen(4, receiver('a', 0))).toEqual(['a 4'])
  })
})
