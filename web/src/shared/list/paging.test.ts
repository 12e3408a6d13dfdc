import { expect, it } from 'vitest'
import { offsetIn, pageOf } from './paging.ts'

const offset = (page: string) => offsetIn(new URLSearchParams({ page }), 15)

it('starts at the first page unless the address names a later one', () => {
  expect(offsetIn(new URLSearchParams(), 15)).toBe(0)
  expect(offset('3')).toBe(30)
  for (const odd of ['0', '-2', '1.5', 'x', '']) expect(offset(odd)).toBe(0)
})

it('writes what it reads, and nothing for the first page', () => {
  expect(pageOf(0, 15)).toBeUndefined()
  expect(offset(pageOf(30, 15) ?? '')).toBe(30)
})
