import { expect, it } from 'vitest'
import { partsOfReport } from './report-parts.ts'

it('takes a report apart', () => {
  const report = {
    success: true,
    summary: { taxonomies: [{ level: 'safe', namespace: 'VT', predicate: 'x', value: 1 }] },
    full: { found: 5 },
    operations: [{ type: 'AddTagToCase' }],
  }
  expect(partsOfReport(report)).toEqual({
    taxonomies: [{ level: 'safe', namespace: 'VT', predicate: 'x', value: '1' }],
    findings: { found: 5 },
    operations: [{ type: 'AddTagToCase' }],
    errorMessage: undefined,
  })
})

it('finds what is next to the envelope when a worker knows no "full"', () => {
  expect(partsOfReport({ success: true, verdict: 'bad' }).findings).toEqual({ verdict: 'bad' })
})

it('says why a job failed', () => {
  expect(partsOfReport({ success: false, errorMessage: 'quota' }).errorMessage).toBe('quota')
  expect(partsOfReport({ success: false }).errorMessage).toBe('')
})

it.each([['Waiting'], [null], [undefined], [[1, 2]], [42], [{ summary: null, operations: 'x' }]])(
  'never stumbles over %j',
  (report) => {
    expect(partsOfReport(report)).toMatchObject({ taxonomies: [], operations: [] })
  },
)
