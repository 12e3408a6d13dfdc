import { expect, test } from 'vitest'
import { batchAddress, jobIdsIn } from './address.ts'

const parts = (address: string) => {
  const { search, hash } = new URL(address, 'http://x')
  return [search, hash] as const
}

test('a batch can be opened again from its address', () => {
  const ids = ['AZ1_a-', 'b', 'c/d,e']
  expect(jobIdsIn(...parts(batchAddress(['AZ1_a-', 'b'])))).toEqual(['AZ1_a-', 'b'])
  expect(batchAddress(['AZ1_a-', 'b'])).toBe('/batch?jobs=AZ1_a-,b')
  expect(batchAddress(ids)).not.toContain('c/d')
})

test('of 2,000 jobs the server is sent less than a request line may have', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => String(i).padStart(20, 'x'))
  const address = batchAddress(ids)
  expect(address.split('#')[0]?.length).toBeLessThan(8000)
  expect(jobIdsIn(...parts(address))).toEqual(ids)
})

test('an address that somebody typed gives each id once, and nothing for nothing', () => {
  expect(jobIdsIn('?jobs=a,,b,a', '')).toEqual(['a', 'b'])
  expect(jobIdsIn('', '')).toEqual([])
})
