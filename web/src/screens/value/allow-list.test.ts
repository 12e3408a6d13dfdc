import { expect, it } from 'vitest'
import { isListable, withLine } from './allow-list.ts'

it.each([
  ['an empty list', '', 'a.example\n'],
  ['a list without an end', 'b.example', 'b.example\na.example\n'],
  ['a list that holds it', 'a.example\r\nb.example\r\n', 'a.example\r\nb.example\r\n'],
])('%s gets the value once', (_, list, after) => {
  expect(withLine(list, 'a.example')).toBe(after)
})

it.each(['https://a.example/x,y', '# remark', 'two\nlines', 'a; b', ''])(
  '%j cannot be a line of a list',
  (value) => {
    expect(isListable(value)).toBe(false)
  },
)
