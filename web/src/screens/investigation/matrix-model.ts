import type { InvestigationJob, InvestigationValue } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { groupOrder } from './groups.ts'
import { shownValueOf } from './shown.ts'

export interface MatrixColumn {
  readonly id: string
  readonly name: string
}

/** One kind of value and the analyzers that ran on it. */
export interface MatrixTable {
  readonly dataType: string
  readonly rows: readonly InvestigationValue[]
  readonly columns: readonly MatrixColumn[]
}

export type Cells = ReadonlyMap<string, InvestigationJob>
export const cellKey = (valueKey: string, analyzerId: string) => `${valueKey} ${analyzerId}`

export const cellsOf = (jobs: readonly InvestigationJob[]): Cells =>
  new Map(jobs.map((job) => [cellKey(job.key, job.analyzerId), job]))

/** By kind, the kind with most values first; your own lists come before other analyzers. */
export function tablesOf(
  values: readonly InvestigationValue[],
  jobs: readonly InvestigationJob[],
): MatrixTable[] {
  const jobsByKey = Map.groupBy(jobs, ({ key }) => key)
  return [...Map.groupBy(values, ({ dataType }) => dataType)]
    .toSorted(([a, some], [b, others]) => others.length - some.length || a.localeCompare(b))
    .map(([dataType, rows]) => {
      const asked = rows.flatMap(({ key }) => jobsByKey.get(key) ?? [])
      const columns = new Map(
        asked.map(({ analyzerId: id, analyzer }) => [id, { id, name: analyzerName(analyzer) }]),
      )
      return {
        dataType,
        rows,
        columns: [...columns.values()].sort(
          (a, b) => Number(isLists(b)) - Number(isLists(a)) || a.name.localeCompare(b.name),
        ),
      }
    })
}

const isLists = ({ name }: MatrixColumn) => name === 'Block lists'

/** `value`, `verdict` or the id of an analyzer; with `-` before it the other way round. */
export type MatrixSort = string

const levels = ['malicious', 'suspicious', 'safe', 'none']
/** What an analyzer says, the worst first; a failure comes after all answers, nothing last. */
function weightOf(job: InvestigationJob | undefined): number {
  if (!job) return 9
  if (job.notApplicable !== undefined) return 8
  if (job.status === 'Failure') return 6
  return job.level === undefined || job.level === null ? 7 : levels.indexOf(job.level)
}

export function sortedRows(
  rows: readonly InvestigationValue[],
  sort: MatrixSort,
  cells: Cells,
): InvestigationValue[] {
  const field = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = {
    value: (a: InvestigationValue, b: InvestigationValue) =>
      shownValueOf(a).localeCompare(shownValueOf(b)),
    verdict: (a: InvestigationValue, b: InvestigationValue) =>
      groupOrder.indexOf(a.state) - groupOrder.indexOf(b.state),
  }[field]
  const byCell = (a: InvestigationValue, b: InvestigationValue) =>
    weightOf(cells.get(cellKey(a.key, field))) - weightOf(cells.get(cellKey(b.key, field)))
  return rows.toSorted((a, b) => sign * (compare ?? byCell)(a, b))
}
