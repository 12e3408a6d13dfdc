import type { Entity } from '../../domain/response/query-entities.ts'
import type { Batches } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import { alertV0 } from '../alerts/views.ts'
import { addCaseStats } from '../cases/stats.ts'
import { addSeen } from '../observables/seen.ts'
import type { AlertRow, CaseRow, ObservableRow } from '../rows.ts'
import type { QueryScope } from './conditions.ts'
import { addExtraData } from './extra-data.ts'
import { addParents } from './parents.ts'
import { TooMuchRelated } from './rows-by-id.ts'
import { viewsOf } from './views.ts'

/** What is shown in addition to the rows themselves. */
export interface Shown {
  /** Version 0. */
  readonly stats: boolean
  readonly parents: number
  /** Version 1. */
  readonly extraData: readonly string[]
  /** In pages and searches alerts of version 0 show their observables. */
  readonly inPage: boolean
}

export const shownBare: Shown = { stats: false, parents: 0, extraData: [], inPage: false }

type Row = Record<string, unknown>

/**
 * Rows as the version of the query spells them, a batch at a time; a batch whose related texts are too
 * long is halved until it is short enough.
 */
export async function* renderBatches(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  batches: Batches<Row>,
  shown: Shown,
): AsyncGenerator<readonly Row[]> {
  let offset = 0
  for await (const rows of batches) {
    const open = [rows]
    for (let some = open.pop(); some; some = open.pop()) {
      const views = await renderRows(db, scope, entity, some, shown, offset).catch(
        (error: unknown) => {
          if (!(error instanceof TooMuchRelated)) throw error
          return undefined
        },
      )
      if (views) {
        offset += some.length
        yield views
      } else {
        const middle = some.length >> 1
        open.push(some.slice(middle), some.slice(0, middle))
      }
    }
  }
}

/** What is added comes in one statement for all. `offset` is that of the first row in the page. */
async function renderRows(
  db: Db,
  scope: QueryScope,
  entity: Entity,
  rows: readonly Row[],
  shown: Shown,
  offset: number,
): Promise<Row[]> {
  const { organization, definitions, level } = scope
  const context = { db, organization, level, definitions: async () => definitions }
  const { v0, v1 } = viewsOf(entity)
  if (scope.version === 1) {
    const views = await v1(rows, context)
    return addExtraData({ db, scope, rows, offset }, entity, views, shown.extraData)
  }
  const views =
    entity === 'alert' && !shown.inPage
      ? as<AlertRow>(rows).map((row): Row => alertV0(row))
      : await v0(rows, context)
  if (shown.stats && entity === 'case')
    await addCaseStats(db, scope.organization, as<CaseRow>(rows), views)
  if (shown.stats && entity === 'observable')
    await addSeen(db, scope.organization, as<ObservableRow>(rows), views)
  if (shown.parents > 0) await addParents(db, scope, entity, rows, views, shown.parents)
  return views
}

/** The rows of a query have the columns of their entity. */
const as = <R>(rows: readonly Row[]) => rows as unknown as readonly R[]
