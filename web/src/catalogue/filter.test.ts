import type { Worker } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { choicesOf, filterIn, isNarrowed, matches } from './filter.ts'

const worker = {
  name: 'AbuseIPDB_2_0',
  description: 'Checks an address for reports of abuse',
  author: 'Matteo',
  license: 'AGPL-V3',
  dataTypeList: ['ip', 'mail_subject'],
} as unknown as Worker

const isFound = (search: string) => matches(worker, 'good', filterIn(new URLSearchParams(search)))

describe('the filter of the catalogue', () => {
  it.each(['', 'q=abuse', 'q=ADDRESS+reports', 'type=ip', 'type=url&type=ip', 'health=good'])(
    'finds by "%s"',
    (search) => expect(isFound(search)).toBe(true),
  )

  it.each(['q=shodan', 'q=abuse+shodan', 'type=url', 'licence=MIT', 'health=bad', 'type=ip&q=x9'])(
    'leaves out by "%s"',
    (search) => expect(isFound(search)).toBe(false),
  )

  it('knows both spellings of a type', () => {
    expect(isFound('type=mail-subject')).toBe(true)
  })

  it('passes over a health that does not exist', () => {
    const filter = filterIn(new URLSearchParams('health=perfect'))
    expect(filter.grades).toEqual([])
    expect(isNarrowed(filter)).toBe(false)
    expect(isNarrowed(filterIn(new URLSearchParams('q=+')))).toBe(false)
  })
})

it('choices are counted and in order, without empty ones', () => {
  expect(choicesOf(['url', 'ip', '', 'ip'])).toEqual([
    { value: 'ip', count: 2 },
    { value: 'url', count: 1 },
  ])
})
