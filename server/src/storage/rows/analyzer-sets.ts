import type { Db } from '../database.ts'
import type { AnalyzerSetTable } from '../tables/tables.ts'

export type AnalyzerSetRow = AnalyzerSetTable

/** What a set chooses. */
export interface ChosenSet {
  readonly analyzers: readonly string[]
  /** Empty means all. */
  readonly dataTypes: readonly string[]
}

export const analyzerSetsOf = (db: Db, organization: string): Promise<AnalyzerSetRow[]> =>
  db
    .selectFrom('analyzer_sets')
    .selectAll()
    .where('organization', '=', organization)
    .orderBy('name')
    .execute()

export const chosenBy = ({
  analyzers,
  data_types,
}: Pick<AnalyzerSetRow, 'analyzers' | 'data_types'>): ChosenSet => ({
  analyzers: JSON.parse(analyzers),
  dataTypes: JSON.parse(data_types),
})

/** By name, as steps of rules name them. */
export const setsByName = async (
  db: Db,
  organization: string,
): Promise<ReadonlyMap<string, ChosenSet>> =>
  new Map((await analyzerSetsOf(db, organization)).map((row) => [row.name, chosenBy(row)]))
