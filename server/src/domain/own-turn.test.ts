import { expect, it } from 'vitest'
import { ownTurn } from './own-turn.ts'

it('lets other work on the event loop have a turn between any two', async () => {
  const order: string[] = []
  const others = (async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise(setImmediate)
      order.push('other')
    }
  })()
  await Promise.all([...'abc'].map((name) => ownTurn().then(() => order.push(name))))
  await others

  expect(order.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c'])
  expect(order.join(' ')).not.toMatch(/[abc] [abc]/)
})

it('is granted again after all who waited had theirs', async () => {
  await ownTurn()
  await ownTurn()
  const granted = await Promise.all([ownTurn(), ownTurn()])
  expect(granted).toHaveLength(2)
})
