import { expect, test } from 'vitest'
import { firstSpot, spotAfter } from './matrix-keys.ts'

//  . x x
//  x . x
const cells = new Set(['0:1', '0:2', '1:0', '1:2'])
const board = {
  rows: 2,
  columns: 3,
  hasCell: ({ row, column }: { row: number; column: number }) => cells.has(`${row}:${column}`),
}

test('arrow keys move from cell to cell, past pairs that do not fit', () => {
  expect(spotAfter('ArrowLeft', { row: 1, column: 2 }, board)).toEqual({ row: 1, column: 0 })
  expect(spotAfter('ArrowDown', { row: 0, column: 2 }, board)).toEqual({ row: 1, column: 2 })
  expect(spotAfter('Home', { row: 0, column: 2 }, board)).toEqual({ row: 0, column: 1 })
  expect(spotAfter('End', { row: 1, column: 0 }, board)).toEqual({ row: 1, column: 2 })
})

test('at the edge, and for other keys, nothing moves', () => {
  expect(spotAfter('ArrowDown', { row: 0, column: 1 }, board)).toBeUndefined()
  expect(spotAfter('ArrowUp', { row: 0, column: 1 }, board)).toBeUndefined()
  expect(spotAfter('a', { row: 0, column: 1 }, board)).toBeUndefined()
})

test('the focus enters at the first cell', () => {
  expect(firstSpot(board)).toEqual({ row: 0, column: 1 })
  expect(firstSpot({ ...board, hasCell: () => false })).toBeUndefined()
})
