import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { parseCve } from './parse.ts'

const november = new Date('2026-11-15T00:00:00Z')

it.each([
  ['CVE-2021-44228', 'CVE-2021-44228', 2021, 44228],
  ['cve-1999-0001', 'CVE-1999-0001', 1999, 1],
  [' CVE_2014_0160 ', 'CVE-2014-0160', 2014, 160],
  ['CVE-2026-1000000', 'CVE-2026-1000000', 2026, 1000000],
])('reads %s', (text, id, year, number) => {
  expect(parseCve(text, november)).toEqual({ id, year, number, doubts: [] })
})

it.each([
  ['CVE-1998-0001', 'CVE IDs begin in 1999'],
  ['CVE-2027-0001', 'no CVE ID for 2027 is assigned yet'],
  ['CVE-2020-123', 'the number needs at least four digits'],
  ['CVE-2020-01234', 'longer numbers have no leading zero'],
  ['CVE-2020-12345678', 'the number is too high for any year'],
  ['CVE-2020-0000', 'number zero is never assigned'],
])('doubts %s', (text, doubt) => {
  expect(parseCve(text, november)?.doubts).toContain(doubt)
})

it('lets next year begin in December', () => {
  expect(parseCve('CVE-2027-0001', new Date('2026-12-01T00:00:00Z'))?.doubts).toEqual([])
})

it('calls an id that cannot exist suspicious, and a sound one only by its year', async () => {
  const sound = await reportOf(analyzer, { dataType: 'cve', data: 'CVE-2021-44228' })
  const odd = await reportOf(analyzer, { dataType: 'cve', data: 'CVE-2020-0000' })

  expect(sound.taxonomies).toEqual([
    { level: 'info', namespace: 'CVE', predicate: 'Year', value: 2021 },
  ])
  expect(sound.full.references).toContain('https://nvd.nist.gov/vuln/detail/CVE-2021-44228')
  expect(odd.taxonomies).toMatchObject([{ level: 'suspicious', value: 'cannot exist' }])
})

it('fails on a wrong id, and is silent about other text', async () => {
  expect(await runAnalyzer(analyzer, { dataType: 'cve', data: 'log4shell' })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('expected the form CVE-2021-44228'),
  })
  expect(await reportOf(analyzer, { dataType: 'other', data: 'log4shell' })).toMatchObject({
    taxonomies: [],
    full: { isCve: false },
  })
})

it('reads back every id that can be written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1999, max: 2026 }),
      fc.integer({ min: 1, max: 9_999_999 }),
      (year, n) => {
        const id = `CVE-${year}-${String(n).padStart(4, '0')}`
        expect(parseCve(id, november)).toEqual({ id, year, number: n, doubts: [] })
      },
    ),
  )
})
