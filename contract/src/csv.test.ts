import { describe, expect, it } from 'vitest'
import { csvCell, csvOf } from './csv.ts'

describe('a cell', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
  const before = [
    '',
    ' ',
    '   ',
    '\u00a0',
    '\t',
    '\r',
    '\n',
    '"',
    '""',
    "'",
    ' "',
    '\u200b',
    '\ufeff',
  ]
  it.each([
    ...signs.flatMap((sign) => before.map((some) => `${some}${sign}1`)),
    '\tx',
    '\rx',
    '\nx',
  ])('never becomes a formula: %j', (value) => {
    const cell = csvCell(value)
    const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
    expect(read).toBe(`'${value}`)
  })

  it.each(['', ' ', 'a=1', 'x@y.example', '1-2', 'a\t=1', '"quoted"', '#9'])(
    'stays as it is: %j',
    (value) => {
      const cell = csvCell(value)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(read).toBe(value)
    },
  )

  it('stays one cell, whatever it holds', () => {
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('a;b')).toBe('"a;b"')
    expect(csvCell('a\tb')).toBe('"a\tb"')
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
