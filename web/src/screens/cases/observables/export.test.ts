import type { ObservableV1 } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { observablesCsv, observablesJson } from './export.ts'

const observable = (change: Partial<ObservableV1>): ObservableV1 => ({
  _id: '~1',
  _type: 'Observable',
  _createdBy: 'ana',
  _createdAt: 0,
  extraData: {},
  dataType: 'domain',
  data: 'evil.example',
  startDate: 0,
  tlp: 2,
  tags: [],
  ioc: true,
  sighted: false,
  reports: {},
  ...change,
})

describe('exported observables', () => {
  it('stand defanged in a table, with what analyzers said', () => {
    const reports = {
      VT: { taxonomies: [{ level: 'malicious', namespace: 'VT', predicate: 'hits', value: '9' }] },
    }
    const [, row] = observablesCsv([observable({ reports })]).split('\r\n')
    expect(row).toBe('domain,evil[.]example,,TLP:AMBER,yes,no,,,VT:hits=9,1970-01-01T00:00:00.000Z')
  })

  it('cannot become formulas', () => {
    const row = observable({ dataType: 'other', data: '=1+1', message: '@SUM(A1)' })
    expect(observablesCsv([row])).toContain("'=1+1")
    expect(observablesCsv([row])).toContain("'@SUM(A1)")
  })

  it('keep their value in JSON', () => {
    expect(JSON.parse(observablesJson([observable({})]))).toMatchObject([
      { dataType: 'domain', value: 'evil.example', ioc: true },
    ])
  })
})
