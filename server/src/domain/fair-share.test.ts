import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeFairShare } from './fair-share.ts'

/** Who is started, in this order. */
function record(places: number, reserve: number) {
  const share = makeFairShare(places, reserve)
  const started: string[] = []
  const request = (organization: string, name = organization) =>
    share.request(organization, () => started.push(name))
  return { ...share, started, request }
}

describe('a fair share', () => {
  it('leaves no place idle while one organization asks for all', () => {
    const { request, started } = record(3, 1)
    for (let count = 0; count < 5; count += 1) request('a')
    expect(started).toEqual(['a', 'a', 'a'])
  })

  it('starts the first of another organization at once, whatever the first one holds', () => {
    const { request, started } = record(2, 1)
    for (const name of ['a1', 'a2', 'a3']) request('a', name)
    request('b')
    expect(started).toEqual(['a1', 'a2', 'b'])
  })

  it('takes turns by organization where there is one place and no reserve', () => {
    const { request, release, started } = record(1, 0)
    for (const name of ['a1', 'a2', 'a3']) request('a', name)
    for (const name of ['b1', 'b2']) request('b', name)
    for (const organization of ['a', 'b', 'a', 'b']) release(organization)
    expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  })

  it('forgets who gives up', () => {
    const { request, release, started, waiting } = record(1, 0)
    request('a', 'a1')
    const giveUp = request('b', 'b1')
    request('b', 'b2')
    giveUp()
    giveUp()
    expect(waiting()).toBe(1)
    release('a')
    expect(started).toEqual(['a1', 'b2'])
  })

  it('never exceeds its places, starts all, and never lets one shut out another', () => {
    const organizations = ['a', 'b', 'c', 'd']
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 3 }),
        fc.array(fc.oneof(fc.constantFrom(...organizations), fc.nat(20))),
        (places, reserve, moves) => {
          const share = makeFairShare(places, reserve)
          const running: string[] = []
          let wanted = 0
          let ended = 0
          const end = (at: number) => {
            const [organization] = running.splice(at % running.length, 1)
            ended += 1
            share.release(organization ?? '')
          }
          for (const move of moves) {
            if (typeof move === 'string') {
              wanted += 1
              const before = running.length
              share.request(move, () => running.push(move))
              const isAlone = !running.slice(0, before).includes(move)
              if (isAlone && before < places + reserve && share.waiting() === 0)
                expect(running.length).toBe(before + 1)
            } else if (running.length > 0) end(move)
            expect(running.length).toBeLessThanOrEqual(places + reserve)
            const holders = new Set(running)
            if (holders.size === 1) expect(running.length).toBeLessThanOrEqual(places)
          }
          while (running.length > 0) end(0)
          expect(ended).toBe(wanted)
          expect(share.waiting()).toBe(0)
        },
      ),
    )
  })
})
