import { expect, it } from 'vitest'
import { freshnessOf } from './freshness.ts'

const day = 86_400_000

it.each([
  ['ip', 1, 0, 'fresh'],
  ['ip', 1, 3, 'ageing'],
  ['ip', 1, 14, 'stale'],
  ['domain', 3, 8, 'ageing'],
  ['hash', 1, 200, 'stale'],
  ['hash', 3, 2_000, 'fresh'],
  ['file', 13, 2_000, 'fresh'],
  ['registry', 2, 20, 'ageing'],
] as const)(
  'a %s of rank %i is, %i days after its last result, %s',
  (dataType, level, days, is) => {
    expect(freshnessOf({ dataType, level, answeredAt: 1_000 }, 1_000 + days * day)).toBe(is)
  },
)
