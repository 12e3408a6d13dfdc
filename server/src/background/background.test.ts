import { describe, expect, it } from 'vitest'
import { makeBackground } from './background.ts'
import { startSweep } from './sweep.ts'
import type { Item, Limits, Work } from './work.ts'

interface Named extends Item {
  readonly name: string
}

/** All running work ends on request. */
function makeWork(due: Record<string, number>, limits: Partial<Limits> = {}) {
  const left = new Map(Object.entries(due))
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const told: string[] = []
  const walks: number[] = []
  const errors: unknown[] = []
  const times = new Map<string, () => void>()
  const work: Work<Named> = {
    name: 'deliveries',
    everyMs: 3_600_000,
    limits: { atOnce: 8, perOrganization: 2, timeoutMs: 1_000, ...limits },
    async organizations({ after = '', upTo = '\uffff', without, limit }) {
      const found = [...left.keys()]
        .filter((name) => (left.get(name) ?? 0) > 0)
        .filter((name) => name > after && name <= upTo && !without.includes(name))
        .toSorted()
      walks.push(found.length)
      return found.slice(0, limit)
    },
    async claim(organization, { count, hasRoom }) {
      const had = left.get(organization) ?? 0
      const shares = organization.startsWith('slow') ? [{ of: 'slow', limit: 1 }] : []
      const items = Array.from({ length: hasRoom(shares) ? Math.min(count, had) : 0 }, (_, at) => ({
        organization,
        shares,
        name: `${organization}${had - at}`,
      }))
      left.set(organization, had - items.length)
      return items
    },
    run: ({ name }, signal) =>
      new Promise((resolve, reject) => {
        begun.push(name)
        ends.set(name, () => resolve('done'))
        signal.addEventListener('abort', () => {
          told.push(`${name} ${(signal.reason as Error).name}`)
          if (name.startsWith('rude')) return
          reject(new Error('ended'))
        })
      }),
  }
  const stopping = new AbortController()
  const background = makeBackground({
    clock: { now: () => 0 },
    log: { error: (entry: unknown) => void errors.push(entry) } as never,
    stopping: stopping.signal,
    deadline: (_work, _ms, over) => {
      const name = `time ${times.size}`
      times.set(name, over)
      return () => times.delete(name)
    },
  })
  const working = background.start(work)
  const count = (organization: string) =>
    begun.filter((name) => name.startsWith(organization)).length
  return {
    ...{ background, working, begun, told, walks, errors, left, count, stopping },
    async end(name: string) {
      ends.get(name)?.()
      await turn()
    },
    async allTimesOver() {
      for (const over of [...times.values()]) over()
      await turn()
    },
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

describe('background work', () => {
  it('begins what one organization has while all places of another hang', async () => {
    const { left, working, begun, count } = makeWork({ alpha: 1_000 })
    await turn()
    expect(count('alpha')).toBe(2)
    left.set('beta', 1)
    working.wake()
    await turn()
    expect(begun.at(-1)).toBe('beta1')
  })

  it('fills a place as soon as it is free, not when all of a batch are', async () => {
    const { end, begun } = makeWork({ alpha: 5 })
    await turn()
    await end('alpha5')
    expect(begun).toEqual(['alpha5', 'alpha4', 'alpha3'])
  })

  it('gives turns where places are fewer than organizations, however much each has due', async () => {
    const due = { a: 100, b: 100, c: 100, z: 1 }
    const { end, begun } = makeWork(due, { atOnce: 2, perOrganization: 2 })
    await turn()
    for (let at = 0; at < 3; at += 1) await end(begun[at] ?? '')
    expect(begun.slice(0, 4).map((name) => name[0])).toEqual(['a', 'b', 'c', 'z'])
  })

  it('costs one step for an organization, however much it has due', async () => {
    const few = makeWork({ alpha: 3, beta: 3 })
    const many = makeWork({ alpha: 1_000, beta: 1_000 })
    await turn()
    expect(many.walks).toEqual(few.walks)
  })

  it('keeps the share of an address in addition to that of the organization', async () => {
    const due = { slowA: 1, slowB: 1, zeta: 1 }
    const { end, begun } = makeWork(due, { perOrganization: 1 })
    await turn()
    expect(begun).toEqual(['slowA1', 'zeta1'])
    await end('slowA1')
    expect(begun).toEqual(['slowA1', 'zeta1', 'slowB1'])
  })

  it('ends what takes longer than its time, and continues with the next', async () => {
    const { allTimesOver, told, begun } = makeWork({ alpha: 3 }, { perOrganization: 1 })
    await turn()
    await allTimesOver()
    expect(told).toEqual(['alpha3 TimeoutError'])
    expect(begun).toEqual(['alpha3', 'alpha2'])
  })

  it('keeps the place of what does not end on request', async () => {
    const { allTimesOver, begun } = makeWork({ rude: 3 }, { perOrganization: 1 })
    await turn()
    await allTimesOver()
    expect(begun).toEqual(['rude3'])
  })

  it('stops: nothing new begins, what runs is asked to end', async () => {
    const { working, told, begun, background } = makeWork({ alpha: 5 })
    await turn()
    await working.stop()
    working.wake()
    await turn()
    expect(told.map((line) => line.split(' ')[0])).toEqual(['alpha5', 'alpha4'])
    expect(begun).toHaveLength(2)
    expect(background.running()).toEqual([])
  })

  it('lives on when its claims fail, and says so', async () => {
    const { working, errors, left, begun } = makeWork({})
    await turn()
    const get = left.keys.bind(left)
    left.keys = () => {
      throw new Error('database unavailable')
    }
    working.wake()
    await turn()
    expect(errors).toHaveLength(1)
    left.keys = get
    left.set('alpha', 1)
    working.wake()
    await turn()
    expect(begun).toEqual(['alpha1'])
  })

  it('starts no more between two looks than may be', async () => {
    const { end, begun } = makeWork({ alpha: 5, beta: 5 }, { perLook: 3 })
    await turn()
    for (const name of [...begun]) await end(name)
    expect(begun).toEqual(['alpha5', 'beta5', 'alpha4'])
  })

  it('sweeps step by step until nothing is left', async () => {
    const background = makeBackground({
      clock: { now: () => 0 },
      log: { error: () => undefined } as never,
      stopping: new AbortController().signal,
    })
    let left = 3
    const step = async () => {
      left -= 1
      return left > 0
    }
    const sweeping = startSweep(background, { name: 'old rows', everyMs: 3_600_000, step })
    await turn()
    expect(left).toBe(0)
    sweeping.wake()
    await turn()
    expect(left).toBe(-1)
    await sweeping.stop()
  })
})
