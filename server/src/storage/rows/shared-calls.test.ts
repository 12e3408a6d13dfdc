import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../domain/storage-trouble.ts'
import { asParameter, shareCalls } from './shared-calls.ts'

/** A database that answers on command. */
function makeCalls(options: { maxItems?: number; maxBytes?: number } = {}) {
  const batches: string[][] = []
  const answers: (() => void)[] = []
  let wasLost = false
  const call = shareCalls<string, string>({
    ...options,
    bytesOf: (text) => text.length,
    async run(batch) {
      batches.push([...batch])
      await new Promise<void>((resolve) => answers.push(resolve))
      if (batch.includes('bad')) throw Object.assign(new Error('bad data'), { code: '22P05' })
      if (batch.includes('cut')) throw new Error('cut off')
      if (batch.includes('lost') && !wasLost) {
        wasLost = true
        throw new DatabaseUnavailable(new Error('lost'), false)
      }
      return batch.map((text) => `${text}!`)
    },
  })
  const answerAll = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      const next = answers.splice(0)
      if (next.length > 0) quiet = 0
      for (const answer of next) answer()
      await setImmediate()
    }
  }
  return { batches, call, answerAll }
}

const settled = (calls: Promise<string>[]) =>
  Promise.allSettled(calls).then((results) =>
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'error')),
  )

describe('calls of the same moment', () => {
  it('go together, and a lone one at once', async () => {
    const { batches, call, answerAll } = makeCalls()
    const all = settled(['a', 'b', 'c'].map(call))
    expect(batches).toEqual([['a']])

    await answerAll()

    expect(await all).toEqual(['a!', 'b!', 'c!'])
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('are divided by number and size, and what is too large does not wait', async () => {
    const { batches, call, answerAll } = makeCalls({ maxItems: 2, maxBytes: 10 })
    const all = settled(['a', 'b', 'c', 'd', 'eeeeeeeee', 'ff', 'ggggggggggggg'].map(call))
    expect(batches).toEqual([['a'], ['ggggggggggggg']])

    await answerAll()

    expect(await all).toHaveLength(7)
    expect(batches.slice(2)).toEqual([['b', 'c'], ['d', 'eeeeeeeee'], ['ff']])
  })

  it('do not fail with one whose data is wrong, but with any other error', async () => {
    const { batches, call, answerAll } = makeCalls()
    const first = settled(['a', 'b', 'bad', 'c'].map(call))
    await answerAll()
    expect(await first).toEqual(['a!', 'b!', 'error', 'c!'])
    expect(batches).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])

    const second = settled(['d', 'e', 'cut'].map(call))
    await answerAll()
    expect(await second).toEqual(['d!', 'error', 'error'])
  })

  it('are sent once more when their outcome is unknown', async () => {
    const { batches, call, answerAll } = makeCalls()
    const all = settled(['a', 'b', 'lost'].map(call))

    await answerAll()

    expect(await all).toEqual(['a!', 'b!', 'lost!'])
    expect(batches).toEqual([['a'], ['b', 'lost'], ['b', 'lost']])
  })
})

it('half a pair of surrogates becomes a text that PostgreSQL takes', () => {
  expect(asParameter([{ data: 'a\ud800b', whole: '😀' }])).toBe('[{"data":"a�b","whole":"😀"}]')
})
