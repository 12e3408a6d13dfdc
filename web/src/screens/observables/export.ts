import { csvOf, type ListedValue } from '@assay/contract'
import { said } from '../../base/model/said.ts'

const head = [
  'verdict',
  'dataType',
  'value',
  'sha256',
  'reasons',
  'firstSeen',
  'lastSeen',
  'seen',
  'cases',
  'alerts',
  'tags',
]

/** For spreadsheets: the observables are the original ones, and none of them is a formula. */
export const toCsv = (rows: readonly ListedValue[]): string =>
  csvOf([
    head,
    ...rows.map((row) => [
      row.level ?? 'not analyzed',
      row.dataType,
      row.data ?? row.filename ?? '',
      row.hash ?? '',
      row.reasons.map((reason) => said(reason)).join(' '),
      new Date(row.firstSeen).toISOString(),
      new Date(row.lastSeen).toISOString(),
      row.seen,
      row.cases.map(({ number }) => `#${number}`).join(' '),
      row.alerts,
      row.tags.join(' '),
    ]),
  ])
