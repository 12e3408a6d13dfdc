import { expect, it } from 'vitest'
import { timesOf } from './times.ts'

const now = Date.parse('2026-11-19T10:00')
const read = (address: string) => timesOf(new URLSearchParams(address), now)

it('a search has any time range, both days included', () => {
  expect(read('q=x&from=2026-03-01&until=2026-03-31')).toEqual({
    since: Date.parse('2026-03-01T00:00'),
    until: Date.parse('2026-04-01T00:00'),
  })
  expect(read('until=2026-03-31')).toEqual({ until: Date.parse('2026-04-01T00:00') })
  expect(read('q=x')).toEqual({})
  expect(read('from=soon')).toEqual({})
})

it('reads an address of before, which has a number of days', () => {
  expect(read('days=7')).toEqual({ since: now - 7 * 86_400_000 })
  expect(read('days=7&from=2026-11-01')).toEqual({ since: Date.parse('2026-11-01T00:00') })
})
