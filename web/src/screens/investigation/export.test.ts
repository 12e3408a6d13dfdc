import { analyzers } from '@assay/analyzers/descriptions'
import type { InvestigationDetail, InvestigationValue } from '@assay/contract'
import { expect, it } from 'vitest'
import { partsOf, toCsv, toJson, toMarkdown, withoutStix } from './export.ts'

const values = [
  {
    key: 'a',
    dataType: 'url',
    data: 'http://evil.example/x',
    state: 'malicious',
    headline: 'Its host leads to http://evil.example/<b>',
    reasons: [{ text: 'On the list [SOC](http://evil.example)' }],
    cases: [{ number: 9 }],
    alerts: 2,
  },
  {
    key: 'b',
    dataType: 'other',
    data: '=cmd|calc',
    state: 'none',
    reasons: [],
    cases: [],
    alerts: 0,
  },
] as unknown as InvestigationValue[]
const investigation = {
  name: 'Wave <b>1</b>',
  tlp: 3,
  createdBy: 'ana',
  createdAt: 0,
  values: [...values, { key: 'c' }],
  jobs: [
    { key: 'a', analyzer: analyzers.lists.name, level: 'malicious', status: 'Success' },
    { key: 'c' },
  ],
} as unknown as InvestigationDetail
const exported = { investigation, values }

it('CSV holds the original values, none of them a formula, and says what is left out', () => {
  const [head, first, second, last] = toCsv(exported).split('\r\n')
  expect(head).toMatch(/^verdict,dataType,value,/)
  expect(first).toContain('malicious,url,http://evil.example/x,')
  expect(first).toContain('Block lists: malicious,#9,2')
  expect(second).toContain("none,other,'=cmd|calc")
  expect(last).toBe('1 of 3 values are left out')
})

it('CSV and Markdown hold the answer about each value in one sentence, harmless', () => {
  const [head = '', first = ''] = toCsv(exported).split('\r\n')
  const at = head.split(',').indexOf('headline')
  expect(first.split(',')[at]).toMatch(/^"?Its host leads to hxxp:/)
  expect(toMarkdown(exported)).toContain('Its host leads to hxxp:')
})

it('asks for 200 values at a time, and for fewer long ones', () => {
  const many = Array.from({ length: 450 }, (_, at) => ({ key: `${at}`, data: 'x' }))
  const long = Array.from({ length: 3 }, (_, at) => ({ key: `${at}`, data: 'x'.repeat(400_000) }))
  const sizes = (values: object[]) =>
    [...partsOf(values as InvestigationValue[])].map(({ length }) => length)
  expect(sizes(many)).toEqual([200, 200, 50])
  expect(sizes(long)).toEqual([1, 1, 1])
  expect(sizes([])).toEqual([])
})

it('Markdown holds nothing that can be clicked or that is markup', () => {
  const markdown = toMarkdown(exported)
  expect(markdown).not.toMatch(/http:|<b>|\]\(/)
  expect(markdown).toContain('hxxp://evil\\[.\\]example/x')
  expect(markdown).toContain('TLP:RED')
  expect(markdown).toContain('## Malicious (1)')
  expect(markdown).toContain('1 of 3 values are left out.')
})

it('JSON holds the jobs of its values only', () => {
  expect(JSON.parse(toJson(exported))).toMatchObject({ leftOut: 1, values: [{}, {}], jobs: [{}] })
})

it('knows how many values STIX has no form for', () => {
  expect(withoutStix({ objects: [{}, {}, {}] }, 3)).toBe(2)
  expect(withoutStix({ objects: [{}, {}, {}] }, 1)).toBe(0)
  expect(withoutStix({ objects: [{}, {}, { type: 'note' }, {}] }, 3)).toBe(2)
})
