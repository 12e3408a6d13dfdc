import { describe, expect, it } from 'vitest'
import { type FairSlotsOptions, makeFairSlots } from '../../src/storage/common/fair-slots.ts'

function makeSlots(options: Partial<FairSlotsOptions> = {}) {
  const slots = makeFairSlots({ slots: 2, perOrganization: 1, waitMs: 10_000, ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  /** Runs until it is ended by its name. */
  const run = (organization: string, name: string, signal?: AbortSignal) =>
    slots.run({ organization, signal }, () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { slots, run, end, begun }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('fair slots', () => {
  it('leave one free of the busiest caller', async () => {
    const { run, end, begun } = makeSlots()
    const answers = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')]
    await turn()

    expect(begun).toEqual(['a1', 'b1'])
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
    expect(await Promise.all(answers)).toEqual(['a1', 'a2', 'a3', 'b1'])
  })

  it('go round among those who wait', async () => {
    const { run, end, begun } = makeSlots({ slots: 1 })
    const calls = [
      ['a', 'a1'],
      ['a', 'a2'],
      ['a', 'a3'],
      ['b', 'b1'],
      ['c', 'c1'],
    ] as const
    const answers = calls.map(([organization, name]) => run(organization, name))
    await turn()
    for (const name of ['a1', 'b1', 'c1', 'a2', 'a3', 'b1', 'c1', 'a2', 'a3']) await end(name)
    await Promise.all(answers)

    expect(begun[0]).toBe('a1')
    expect(begun.indexOf('a3')).toBe(4)
  })

  it('refuse more than may wait at once, of one organization and of all', async () => {
    const { run, end } = makeSlots({ slots: 1, maxWaiting: 2, maxWaitingInAll: 3 })
    const refused: string[] = []
    const ask = (organization: string, name: string) =>
      run(organization, name).catch(() => void refused.push(name))
    const asked = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('a', 'a4'), ask('b', 'b1')]
    await turn()
    expect(refused).toEqual(['a4'])
    asked.push(ask('c', 'c1'))
    await turn()
    expect(refused).toEqual(['a4', 'c1'])
    for (const name of ['a1', 'a2', 'b1', 'a3', 'a2', 'b1', 'a3']) await end(name)
    await Promise.all(asked)
  })

  it('refuse more than may wait, and callers who wait too long', async () => {
    const { run, end } = makeSlots({ slots: 1, maxWaiting: 1, waitMs: 20 })
    const running = run('a', 'a1')
    const waiting = run('a', 'a2')

    await expect(run('a', 'a3')).rejects.toThrow('Too many searches')
    await expect(waiting).rejects.toThrow('Too many searches')
    await end('a1')
    expect(await running).toBe('a1')
  })

  it('forget callers who leave while waiting', async () => {
    const { run, end, begun } = makeSlots({ slots: 1 })
    const caller = new AbortController()
    const running = run('a', 'a1')
    const left = run('a', 'a2', caller.signal)
    const stays = run('a', 'a3')
    caller.abort()

    await expect(left).rejects.toThrow('The client closed the connection')
    await end('a1')
    await end('a3')
    expect(await Promise.all([running, stays])).toEqual(['a1', 'a3'])
    expect(begun).toEqual(['a1', 'a3'])
  })

  it('are given back by what fails', async () => {
    const { slots, run, end } = makeSlots({ slots: 1 })
    const failed = slots.run({ organization: 'a', signal: undefined }, async () => {
      throw new Error('no')
    })

    await expect(failed).rejects.toThrow('no')
    const next = run('a', 'a1')
    await turn()
    await end('a1')
    expect(await next).toBe('a1')
  })
})
