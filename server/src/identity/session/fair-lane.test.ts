import { describe, expect, it, vi } from 'vitest'
import { makeFairLane } from './fair-lane.ts'

const limits = { limit: 2, maxWaiting: 10, maxWaitMs: 10_000 }

/** A lane whose work ends on request; `begun` is in the order of their turns. */
function observed(given: Partial<typeof limits> = {}) {
  const lane = makeFairLane({ ...limits, ...given })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (member: string, name: string, origin?: string) =>
    lane
      .run(
        member,
        () => {
          begun.push(name)
          return new Promise<void>((end) => ends.set(name, end))
        },
        origin,
      )
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
  const end = async (name: string) => {
    ends.get(name)?.()
    await new Promise(setImmediate)
  }
  return { lane, begun, enter, end }
}

const started = () => new Promise(setImmediate)

describe('a fair lane', () => {
  it('lets members take turns, however many one of them brings', async () => {
    const { begun, enter, end } = observed({ limit: 1 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) void enter('a', name)
    void enter('b', 'b1')
    await started()

    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)

    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  })

  it('lets a newcomer go before those that come back, under whatever names they do', async () => {
    const { begun, enter, end } = observed({ limit: 1 })
    for (const name of ['a1', 'b1', 'c1']) void enter(name[0] ?? '', name, name[0])
    await started()
    for (const name of ['a1', 'b1']) await end(name)
    for (const name of ['a2', 'b2', 'a3']) void enter(`claim ${name}`, name, name[0])
    void enter('owner', 'owner', 'owner')

    for (const name of ['c1', 'owner', 'a2']) await end(name)

    expect(begun).toEqual(['a1', 'b1', 'c1', 'owner', 'a2', 'b2'])
  })

  it('runs one work of a member at a time, and no more than its limit', async () => {
    const { begun, enter, end } = observed()
    for (const name of ['a1', 'a2']) void enter('a', name)
    for (const name of ['b1', 'c1']) void enter(name[0] ?? '', name)
    await started()
    expect(begun).toEqual(['a1', 'b1'])

    await end('a1')
    await end('b1')

    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  it('makes room for a newcomer at the cost of who waits most', async () => {
    const { begun, enter, end } = observed({ limit: 1, maxWaiting: 3 })
    const answers = ['a1', 'a2', 'a3', 'a4'].map((name) => enter('a', name))
    void enter('b', 'b1')

    expect(await answers[3]).toMatch(/^Too many concurrent attempts/)
    expect(await enter('a', 'a5')).toMatch(/^Too many concurrent attempts/)
    await end('a1')
    await end('b1')
    expect(begun).toEqual(['a1', 'b1', 'a2'])
  })

  it('refuses who has waited too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { enter, end, begun, lane } = observed({ limit: 1 })
    void enter('a', 'a1')
    const late = enter('b', 'b1')

    await vi.advanceTimersByTimeAsync(10_000)
    expect(await late).toMatch(/^Too many concurrent attempts/)
    await end('a1')
    vi.useRealTimers()

    expect(begun).toEqual(['a1'])
    expect(lane.isIdle()).toBe(true)
  })

  it('continues after failed work', async () => {
    const lane = makeFairLane({ ...limits, limit: 1 })
    const broken = lane.run('a', () => Promise.reject(new Error('broken')))
    const next = lane.run('a', async () => 'next')

    await expect(broken).rejects.toThrow('broken')
    expect(await next).toBe('next')
    expect(lane.isIdle()).toBe(true)
  })
})
