import { expect, it } from 'vitest'
import { linesOf, pathOf } from './lines.ts'
import { excerptOf, hitsOf, piecesOf, stepHit } from './search.ts'

const lines = linesOf({ note: 'A needle', list: ['NEEDLE', 'x'], needles: { n: 12 }, no: null })
const paths = (needle: string) => hitsOf(lines, needle).map((line) => pathOf(lines, line))

it('finds names and values in any case, from the top', () => {
  expect(paths('needle')).toEqual(['note', 'list[0]', 'needles'])
  expect(paths('12')).toEqual(['needles.n'])
  expect(paths('null')).toEqual(['no'])
})

it('takes what is typed as a text, not as a pattern', () => {
  expect(paths('.*')).toEqual([])
  expect(hitsOf(linesOf(['a(b', '[x]', 'c:\\d']), 'a(b')).toEqual([1])
  expect(hitsOf(linesOf(['a(b', '[x]', 'c:\\d']), ':\\')).toEqual([3])
})

it('finds nothing while nothing is looked for', () => {
  expect(paths('')).toEqual([])
})

it('goes round at both ends', () => {
  expect(stepHit(2, 1, 3)).toBe(0)
  expect(stepHit(0, -1, 3)).toBe(2)
  expect(stepHit(0, 1, 0)).toBe(0)
})

it('marks every place of a text', () => {
  expect(piecesOf('aXbxc', 'x')).toEqual([
    { text: 'a', isHit: false },
    { text: 'X', isHit: true },
    { text: 'b', isHit: false },
    { text: 'x', isHit: true },
    { text: 'c', isHit: false },
  ])
})

it('shows of a long text the part that was found', () => {
  const text = `${'a'.repeat(1000)}needle${'b'.repeat(1000)}`
  expect(excerptOf(text, '', 100)).toBe(`${'a'.repeat(100)}…`)
  expect(excerptOf(text, 'needle', 100)).toMatch(/^…a{25}needleb+…$/)
  expect(excerptOf('short', 'x', 100)).toBe('short')
})
