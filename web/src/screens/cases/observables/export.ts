import { csvOf, type ObservableV1 } from '@assay/contract'
import { markingOf } from '../../../base/model/marking.ts'
import { plainValue, shownValue } from '../../../base/model/observable.ts'
import { findingsOf } from './data.ts'

const columns = [
  'dataType',
  'value',
  'sha256',
  'tlp',
  'ioc',
  'sighted',
  'tags',
  'message',
  'findings',
  'added',
]

/** Defanged, because tables are mailed around; the JSON has the values as they are. */
export const observablesCsv = (rows: readonly ObservableV1[]): string =>
  csvOf([
    columns,
    ...rows.map((row) => [
      row.dataType,
      row.attachment ? row.attachment.name : shownValue(row),
      row.attachment?.id ?? '',
      `TLP:${markingOf(row.tlp) ?? ''}`,
      row.ioc ? 'yes' : 'no',
      row.sighted ? 'yes' : 'no',
      row.tags.join(' '),
      row.message ?? '',
      findingsOf(row)
        .map(({ namespace, predicate, value }) => `${namespace}:${predicate}=${value}`)
        .join(' '),
      new Date(row.startDate).toISOString(),
    ]),
  ])

export const observablesJson = (rows: readonly ObservableV1[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      dataType: row.dataType,
      value: plainValue(row),
      ...(row.attachment ? { attachment: row.attachment } : {}),
      tlp: row.tlp,
      ioc: row.ioc,
      sighted: row.sighted,
      tags: row.tags,
      message: row.message ?? '',
      reports: row.reports,
      added: new Date(row.startDate).toISOString(),
    })),
    null,
    2,
  )
