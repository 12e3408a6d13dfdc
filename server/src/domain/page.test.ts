import { describe, expect, it } from 'vitest'
import { largestPageSize, parseRange, parseSort } from './page.ts'

const largest = Number.MAX_SAFE_INTEGER

describe('range', () => {
  it.each<[string | undefined, number, number]>([
    [undefined, 0, 10],
    ['', 0, 10],
    ['all', 0, largestPageSize],
    ['0-10', 0, 10],
    ['0-1', 0, 1],
    ['5-25', 5, 20],
    ['0-0', 0, 10],
    ['7-7', 7, 10],
    ['9-3', 9, 10],
    ['4', 4, 10],
    ['4-', 4, 10],
    ['-6', 0, 6],
    ['-0', 0, 10],
    ['-', 0, 10],
    ['--6', 0, 10],
    ['a-6', 0, 6],
    ['3-b', 3, 10],
    ['a-b', 0, 10],
    ['1-2-3', 1, 10],
    ['1.5-3', 0, 3],
    [' 1-3', 0, 3],
    ['ALL', 0, 10],
    ['0-999999999', 0, largestPageSize],
    ['0-99999999999999999999999', 0, largestPageSize],
    ['99999999999999999999999', largest, 10],
    ['99999999999999999999999-999999999999999999999999', largest, 10],
  ])('%j', (range, offset, limit) => {
    expect(parseRange(range)).toEqual({ offset, limit })
  })
})

describe('sort', () => {
  it.each<[string[] | undefined, string[]]>([
    [undefined, []],
    [[], []],
    [['name'], ['+name']],
    [['+name'], ['+name']],
    [[' name'], ['+name']],
    [['-name'], ['-name']],
    [
      ['-createdAt', '+name'],
      ['-createdAt', '+name'],
    ],
    [
      ['-name', 'name', '+name', 'status'],
      ['-name', '+status'],
    ],
    [['', '-', '+', ' ', 'name'], ['+name']],
    [['--name'], ['--name']],
  ])('%j', (values, expected) => {
    const sort = parseSort(values)

    expect(sort.map(({ field, descending }) => (descending ? '-' : '+') + field)).toEqual(expected)
  })

  it('takes ten fields and refuses the eleventh', () => {
    const names = Array.from({ length: 10 }, (_, index) => `f${index}`)

    expect(parseSort([...names, 'f1'])).toHaveLength(10)
    expect(() => parseSort([...names, 'more'])).toThrow('at most 10 fields; remove more')
  })
})
