import { describe, expect, it } from 'vitest'
import { csvCell, csvOf } from './csv.ts'

describe('a cell', () => {
  it.each(['=1+1', '+1', '-2', '@SUM(A1)', '\t=1', '\r=1'])(
    'never becomes a formula: %j',
    (value) => {
      expect(csvCell(value).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('stays one cell, whatever it holds', () => {
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('say "hi"')).toBe('"say ""hi"""')
    expect(csvCell('two\nlines')).toBe('"two\nlines"')
    expect(csvCell('=HYPERLINK("http://evil.example")')).toBe(
      '"\'=HYPERLINK(""http://evil.example"")"',
    )
  })

  it('keeps numbers numbers, also below zero', () => {
    expect(csvCell(-3)).toBe('-3')
  })
})

it('a table has one line for each row', () => {
  expect(
    csvOf([
      ['a', 'b'],
      [1, '2'],
    ]),
  ).toBe('a,b\r\n1,2\r\n')
})
