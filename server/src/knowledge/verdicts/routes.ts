import { type AnalystVerdict, contract, maxWatches } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import { markProblem } from '../../domain/values/decision.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { type DecisionRow, shownDecision } from '../../storage/rows/decisions.ts'
import { type Notified, newsEvent } from '../../storage/rows/watch-news.ts'
import { addWatch, countWatches, findWatch } from '../../storage/rows/watch-rows.ts'
import { answersOf } from '../values/answers.ts'
import { decisionView } from '../values/decisions.ts'
import { type Wanted, wantedOf } from '../values/named.ts'
import { casesOf, listMarks } from './list.ts'
import { addMarks, endMark } from './marks.ts'
import { requireNewVersions } from './versions.ts'

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}

/** What analysts decide about values. `engine/values/expire.ts` ends what has an end. */
export function verdictRoutes(route: Route, deps: Deps): void {
  const { db, dialect, clock } = deps

  const viewsOf = async (
    organization: string,
    rows: readonly DecisionRow[],
  ): Promise<AnalystVerdict[]> => {
    const keys = rows.map(({ value_hash }) => value_hash)
    const [answers, cases] = await Promise.all([
      answersOf(db, organization, keys),
      casesOf(db, organization, rows),
    ])
    return rows.map((row) => {
      const held = row.case_id === null ? undefined : cases.get(row.case_id)
      return {
        ...decisionView(row, answers.get(row.value_hash) ?? []),
        dataType: row.data_type,
        ...(row.is_file === 1
          ? { hash: row.text_hash }
          : row.data === null
            ? {}
            : { data: row.data }),
        ...(row.file_name === null ? {} : { filename: row.file_name }),
        ...(held ? { case: held } : {}),
      }
    })
  }

  const recorded = (
    tx: Db,
    { caller: { login, organization }, origin }: Call,
    action: 'verdict.mark' | 'verdict.end',
    rows: readonly DecisionRow[],
  ) =>
    audit(
      tx,
      { login, ...origin },
      clock.now(),
      rows.map((row) => ({
        action,
        objectType: 'verdict',
        objectId: row.id,
        organization,
        details: shownDecision(row),
      })),
    )
  const notify = (notified: readonly Notified[]) => {
    for (const one of notified) deps.bus.publish(newsEvent(one, clock.now()))
  }

  /** Before it is marked: what analyzers say later is news. */
  const watchAll = async (tx: Db, caller: Caller, wanted: readonly Wanted[]): Promise<void> => {
    let room = maxWatches - (await countWatches(tx, caller))
    for (const one of wanted) {
      if (room <= 0) return
      const isLong = 'data' in one.value && one.value.data.length > 4096
      if (isLong || (await findWatch(tx, caller, one.key))) continue
      const watch = { wanted: one, filename: undefined, every: undefined }
      await addWatch(tx, dialect, caller, watch, clock.now())
      room -= 1
    }
  }

  route(contract.markValues, async ({ caller, origin, input }) => {
    const { level, cause, reason, expiresAt, caseId, replaces = [] } = input
    const mark = { level, cause, reason, expiresAt }
    const problem = markProblem(mark, caller.roles, clock.now())
    // guard: server/test/values/decisions.test.ts
    if (problem) throw problem
    const named = new Map(input.values.map(wantedOf).map((one) => [one.key, one]))
    const wanted = [...named.values()]
    await requireNewVersions(db, deps)
    const marked = await db.transaction().execute(async (tx) => {
      if (input.watch === true) await watchAll(tx, caller, wanted)
      const marks = { ...mark, wanted, caseId, replaces }
      const added = await addMarks(tx, dialect, caller, marks, clock.now())
      await recorded(tx, { caller, origin }, 'verdict.end', added.replaced)
      await recorded(tx, { caller, origin }, 'verdict.mark', added.rows)
      return added
    })
    notify(marked.notified)
    const views = await viewsOf(caller.organization, marked.rows)
    const at = new Map(wanted.map(({ key }, index) => [key, index]))
    const order = marked.rows.map(({ value_hash }) => at.get(value_hash) ?? 0)
    return views
      .map((view, index) => ({ view, order: order[index] ?? 0 }))
      .sort((a, b) => a.order - b.order)
      .map(({ view }) => view)
  })

  route(contract.endVerdict, async ({ caller, origin, input }) => {
    const { notified } = await db.transaction().execute(async (tx) => {
      const over = await endMark(tx, dialect, caller, input.id, clock.now())
      await recorded(tx, { caller, origin }, 'verdict.end', [over.row])
      return over
    })
    notify(notified)
  })

  route(contract.listVerdicts, async ({ caller, input }) => {
    const page = ownPage(input, 'open')
    const { rows, total } = await listMarks(db, caller.organization, input.open === true, page)
    return rowsInMemory(await viewsOf(caller.organization, rows), total)
  })
}
