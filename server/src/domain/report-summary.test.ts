import { describe, expect, it } from 'vitest'
import { reportBody } from './report.ts'
import { summaryReach, taxonomiesOf } from './report-summary.ts'

const body = (summary: unknown, full: unknown = {}) =>
  reportBody(
    { summary: JSON.stringify(summary), full: JSON.stringify(full), operations: '[]' },
    '[]',
  ).slice(0, summaryReach)

const taxonomy = { level: 'info', namespace: 'Test', predicate: 'Says', value: '"}] {[' }

describe('the taxonomies of a report', () => {
  it('are found however long the rest of it is', () => {
    const long = body({ taxonomies: [taxonomy] }, { text: 'x'.repeat(2 * summaryReach) })

    expect(taxonomiesOf(long)).toEqual([taxonomy])
  })

  it.each([
    ['no text', { value: 7 }, { value: '7' }],
    ['nothing', { value: null }, { value: '' }],
    ['an object', { value: { a: [1] } }, { value: '{"a":[1]}' }],
    ['more than 500 characters', { value: 'x'.repeat(501) }, { value: 'x'.repeat(500) }],
    ['half a character', { value: `${'x'.repeat(499)}😀` }, { value: `${'x'.repeat(499)}\ufffd` }],
    ['an unknown level', { level: 'horrible' }, { level: 'horrible' }],
  ])('become text where a program gave %s', (_what, given, read) => {
    expect(taxonomiesOf(body({ taxonomies: [{ ...taxonomy, ...given }] }))).toEqual([
      { ...taxonomy, ...read },
    ])
  })

  it('leave out what is not an object, and keep at most 50', () => {
    const odd = [null, 1, 'text', [taxonomy], {}, ...Array.from({ length: 60 }, () => taxonomy)]
    const nameless = { level: '', namespace: '', predicate: '', value: '' }

    const read = taxonomiesOf(body({ taxonomies: odd }))

    expect(read).toEqual([nameless, ...Array.from({ length: 49 }, () => taxonomy)])
  })

  it.each([
    ['no list', body({ taxonomies: { 0: taxonomy } })],
    ['no taxonomies', body({})],
    ['an empty text', ''],
    ['no report of ours', '{"full":{},"summary":{"taxonomies":[]}}'],
    ['no JSON', '{"summary":{"taxonomies":[}'],
    ['no JSON, in balance', '{"summary":{nonsense}'],
    ['no end of a text', '{"summary":{"taxonomies":["'],
    [
      'a summary beyond the reach',
      body({ text: 'x'.repeat(summaryReach), taxonomies: [taxonomy] }),
    ],
    ['quotation marks without end', `{"summary":{"a":"${'\\"'.repeat(summaryReach / 2)}`],
  ])('are none in %s', (_what, text) => {
    expect(taxonomiesOf(text)).toBeUndefined()
  })
})
