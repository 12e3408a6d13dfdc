import { expect, it } from 'vitest'
import { atOnce, eachOf } from './bulk.ts'

it('does all that can be done, and reports what could not', async () => {
  const { done, refused } = await eachOf([1, 2, 3, 4], async (n) => {
    if (n % 2) throw new Error(`no ${n}`)
    return n * 10
  })
  expect(done.map(({ result }) => result)).toEqual([20, 40])
  expect(refused.map(({ item }) => item)).toEqual([1, 3])
})

it('never has more under way than the browser has connections, and reports each step', async () => {
  let running = 0
  let most = 0
  const steps: number[] = []
  await eachOf(
    Array.from({ length: 30 }, (_, index) => index),
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    },
    (ended) => steps.push(ended),
  )
  expect(most).toBe(atOnce)
  expect(steps.at(-1)).toBe(30)
})
