import type { Worker } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { matchesAll, valuesIn } from '../list/filters.ts'
import { catalogueList, countedChoices } from './list.ts'

const worker = {
  name: 'AbuseIPDB_2_0',
  description: 'Checks an address for reports of abuse',
  author: 'Matteo',
  license: 'AGPL-V3',
  dataTypeList: ['ip', 'mail_subject'],
} as unknown as Worker

const { filters } = catalogueList
const read = (search: string) => valuesIn(filters, new URLSearchParams(search))
const isFound = (search: string) =>
  matchesAll(filters, read(search), { worker, grade: 'good' as const })

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
    expect(read('health=perfect&q=+')).toEqual({ q: [], type: [], licence: [], health: [] })
  })
})

it('choices are counted and in order, without empty ones', () => {
  expect(countedChoices(['url', 'ip', '', 'ip'])).toEqual([
    { value: 'ip', label: 'ip', hint: '2' },
    { value: 'url', label: 'url', hint: '1' },
  ])
})
