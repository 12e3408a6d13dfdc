import { expect, it } from 'vitest'
import { idMaker, newId } from './ids.ts'

it('ids of one moment are all different, whichever change makes the row', () => {
  const moment = Date.UTC(2026, 10, 19)
  const of = idMaker(moment)
  const ids = Array.from({ length: 50_000 }, () => [of(), newId(moment), idMaker(moment)()]).flat()

  expect(new Set(ids).size).toBe(ids.length)
})
