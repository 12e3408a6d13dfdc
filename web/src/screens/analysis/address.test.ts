import { expect, test } from 'vitest'
import { jobIdsIn } from './address.ts'

test('an old address gives each id once, also those behind its fragment, and nothing for nothing', () => {
  expect(jobIdsIn('?jobs=a,,b,a', '#jobs=c,b')).toEqual(['a', 'b', 'c'])
  expect(jobIdsIn('', '')).toEqual([])
})
