import { badRequest } from '../../domain/errors.ts'
import { mergeOfCases } from '../../domain/response/case-rules.ts'
import { mergedTags } from '../../domain/response/observable-values.ts'
import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import { moveLinks } from '../case-links/change.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { clocksOfMerged, dueDateOf, storeClocks } from '../clocks/course.ts'
import { createComment } from '../comments/change.ts'
import { observableColumns } from '../observables/store.ts'
import { requireCase } from '../parents/case.ts'
import { resolved } from '../parents/resolved.ts'
import type { CaseRow, ObservableRow } from '../rows.ts'
import { mergeReportDrafts } from './merge-drafts.ts'
import { insertCase, lockRowsOf, moveAlerts, nextCaseNumber, touchCase } from './store.ts'

const maxMerged = 50
const noteTables = [
  'observables',
  'comments',
  'attachments',
  'procedures',
  'custom_events',
  'pages',
  'case_reports',
] as const

/** One new case with everything that hangs on the others, which go. */
export async function mergeCases(
  w: Writing,
  idsOrNumbers: readonly string[],
  descriptions: 'append' | 'keep' = 'append',
): Promise<CaseRow> {
  if (idsOrNumbers.length > maxMerged)
    throw badRequest(`Select at most ${maxMerged} cases to merge`)
  const ids = await resolved(w, requireCase, idsOrNumbers)
  if (ids.length < 2) throw badRequest('Select at least two different cases to merge')
  const sources = await lockAll(w, ids)
  const { tags, custom_fields, ...merged } = mergeOfCases(sources, descriptions)
  const course = courseOfMerged(w, sources)
  const clocks = await clocksOfMerged(w, { ...merged, ...course }, ids)
  const row = await insertCase(w, {
    ...merged,
    ...newRow(w),
    number: await nextCaseNumber(w),
    tags: JSON.stringify(tags),
    custom_fields: JSON.stringify(custom_fields),
    status: 'Open',
    end_date: null,
    resolution_status: null,
    impact_status: null,
    assignee: w.actor.login,
    extended_status: null,
    stage: null,
    ...course,
    due_date: dueDateOf(course, clocks),
  })
  await storeClocks(w, row.id, clocks)
  const mergedFrom = sources.map(({ number }) => number)
  w.record({
    operation: 'create',
    objectType: 'case',
    objectId: row.id,
    details: { caseId: row.number, title: row.title, mergedFrom },
  })
  for (const table of ['alerts', 'tasks', 'observables'] as const) await lockRowsOf(w, table, ids)
  await moveTasks(w, ids, row.id)
  await dropEqualObservables(w, ids)
  for (const table of noteTables) await moveRows(w, table, ids, row.id)
  await mergeReportDrafts(w, ids, row.id)
  await moveLinks(w, ids, row.id)
  await moveAlerts(w, ids, row.id)
  await moveActions(w, ids, row.id)
  await moveDecisions(w, ids, row.id)
  if (descriptions === 'keep') await keepDescriptions(w, sources, row)
  await removeSources(w, sources, row)
  return row
}

/** What people began or set stays: merging makes nothing late. */
function courseOfMerged(w: Writing, sources: readonly CaseRow[]) {
  const first = (moments: readonly (number | null)[]) => {
    const known = moments.filter((at) => at !== null)
    return known.length === 0 ? null : Math.min(...known)
  }
  const [due] = sources
    .filter(({ due_reason, status }) => due_reason !== null && status === 'Open')
    .toSorted((a, b) => (a.due_date ?? 0) - (b.due_date ?? 0))
  const begun = first(sources.map(({ in_progress_at }) => in_progress_at))
  return {
    due_date: due?.due_date ?? null,
    due_reason: due?.due_reason ?? null,
    in_progress_at: begun ?? (w.actor.isPerson ? w.now : null),
    closed_at: null,
    detect_ms: first(sources.map(({ detect_ms }) => detect_ms)),
    paused_at: null,
    template_id: sources[0]?.template_id ?? null,
  }
}

/** The words of each case stay its own; its number leads to what became of it. */
async function keepDescriptions(w: Writing, [, ...others]: readonly CaseRow[], row: CaseRow) {
  for (const { number, title, description } of others)
    if (description.trim() !== '')
      await createComment(
        w,
        { kind: 'case', id: row.id },
        `**#${number} ${title}**\n\n${description}`,
      )
}

/** In one order everywhere, so two merges cannot deadlock. */
async function lockAll(w: Writing, ids: readonly string[]): Promise<CaseRow[]> {
  const locked = new Map<string, CaseRow>()
  for (const id of ids.toSorted()) locked.set(id, await touchCase(w, id))
  return ids.flatMap((id) => locked.get(id) ?? [])
}

/** Rows that one statement moves. */
const batch = 500

async function moveRows(
  w: Writing,
  table: 'tasks' | (typeof noteTables)[number],
  from: readonly string[],
  to: string,
): Promise<void> {
  while (true) {
    const { numUpdatedRows } = await w.tx
      .updateTable(table)
      .set({ case_id: to })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom(table as 'tasks')
          .select('id')
          .where(alsoOf(w.organization))
          .where('case_id', 'in', from)
          .limit(batch),
      )
      .executeTakeFirstOrThrow()
    if (Number(numUpdatedRows) < batch) return
  }
}

/** Logs know their case too. */
async function moveTasks(w: Writing, from: readonly string[], to: string): Promise<void> {
  await moveRows(w, 'tasks', from, to)
  await w.tx
    .updateTable('task_logs')
    .set({ case_id: to })
    .where('organization', '=', w.organization)
    .where('task_id', 'in', (eb) => eb.selectFrom('tasks').select('id').where('case_id', '=', to))
    .execute()
}

/** What was run on a case stays to be seen on the one that it became. */
const moveActions = (w: Writing, from: readonly string[], to: string) =>
  w.tx
    .updateTable('actions')
    .set({ object_id: to })
    .where('organization', '=', w.organization)
    .where('object_id', 'in', from)
    .execute()

/** What analysts decided for one of the cases; of several about one value the newest. */
async function moveDecisions(w: Writing, from: readonly string[], to: string): Promise<void> {
  const rows = await w.tx
    .selectFrom('analyst_verdicts')
    .select(['id', 'value_hash', 'ended_at'])
    .where('organization', '=', w.organization)
    .where('case_id', 'in', from)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute()
  const seen = new Set<string>()
  for (const { id, value_hash, ended_at } of rows) {
    const isOlder = ended_at === null && seen.has(value_hash)
    if (ended_at === null) seen.add(value_hash)
    await w.tx
      .updateTable('analyst_verdicts')
      .set({ case_id: to, ...(isOlder ? { ended_at: w.now, ended_by: w.actor.login } : {}) })
      .where('id', '=', id)
      .execute()
  }
}

/** Of equal observables in several of the cases the oldest stays, with the data of all. */
async function dropEqualObservables(w: Writing, caseIds: readonly string[]): Promise<void> {
  const rows = await w.tx
    .selectFrom('observables')
    .select(observableColumns)
    .where(alsoOf(w.organization))
    .where('case_id', 'in', caseIds)
    .where('value_hash', 'in', (eb) =>
      eb
        .selectFrom('observables')
        .select('value_hash')
        .where(alsoOf(w.organization))
        .where('case_id', 'in', caseIds)
        .groupBy(['data_type', 'value_hash'])
        .having((having) => having.fn.countAll(), '>', 1),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const groups = Map.groupBy(rows, (row) => `${row.data_type}\n${row.value_hash}`)
  for (const [first, ...others] of groups.values()) {
    if (first === undefined) continue
    for (const other of others) await handOver(w, other.id, first.id)
    if (others.length > 0) await keepFirst(w, first, others)
  }
}

/** Analyses and actions of the one that goes belong to the one that stays. */
async function handOver(w: Writing, from: string, to: string): Promise<void> {
  await w.tx
    .updateTable('observable_jobs')
    .set({ observable_id: to })
    .where('organization', '=', w.organization)
    .where('observable_id', '=', from)
    .execute()
  await moveActions(w, [from], to)
  await w.tx.deleteFrom('observables').where(ownedRow(w.organization, from)).execute()
}

async function keepFirst(w: Writing, first: ObservableRow, others: readonly ObservableRow[]) {
  const all = [first, ...others]
  const tags = all.reduce<string[]>((known, { tags }) => mergedTags(known, JSON.parse(tags)), [])
  const reports = Object.assign({}, ...all.toReversed().map(({ reports }) => JSON.parse(reports)))
  await w.tx
    .updateTable('observables')
    .set({
      tags: JSON.stringify(tags),
      reports: JSON.stringify(reports),
      tlp: Math.max(...all.map(({ tlp }) => tlp)),
      ioc: Math.max(...all.map(({ ioc }) => ioc)),
      sighted: Math.max(...all.map(({ sighted }) => sighted)),
      message: all.find(({ message }) => message !== null)?.message ?? null,
      updated_at: w.now,
      updated_by: w.actor.login,
    })
    .where(ownedRow(w.organization, first.id))
    .execute()
}

async function removeSources(w: Writing, sources: readonly CaseRow[], row: CaseRow): Promise<void> {
  const ids = sources.map(({ id }) => id)
  await w.leaving('case', ids)
  await w.tx
    .deleteFrom('cases')
    .where('organization', '=', w.organization)
    .where('id', 'in', ids)
    .execute()
  for (const { id, number } of sources)
    w.record({
      operation: 'delete',
      objectType: 'case',
      objectId: id,
      details: { caseId: number, mergedInto: row.number },
    })
}
