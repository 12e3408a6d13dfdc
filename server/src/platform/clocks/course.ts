import { type ClockKind, clockKinds } from '@assay/contract'
import {
  type Clock,
  clockNews,
  clockOfPolicy,
  clockSetTo,
  endedClock,
  isStill,
  matchingPolicy,
  pausedClock,
  recountedClock,
  resumedClock,
  startedClock,
} from '../../domain/clocks/clock.ts'
import {
  type CaseClockRow,
  firstDue,
  insertClocks,
  lockOpenClocks,
  type NewClock,
  newClockRow,
  saveClock,
} from '../../storage/rows/case-clocks.ts'
import type { Writing } from '../changes/write.ts'
import type { CaseRow } from '../rows.ts'
import { rulesOf } from './policies.ts'

type Matched = Pick<CaseRow, 'severity' | 'template_id'>
type Started = Matched & Pick<CaseRow, 'due_date' | 'due_reason' | 'in_progress_at'>

/** What a new case is measured by: asked before its row is written, so that the row has its due date. */
export async function clocksOfNew(w: Writing, row: Started): Promise<NewClock[]> {
  const rules = await rulesOf(w.tx, w.organization)
  const kinds = clockKinds.filter((kind) => kind === 'resolve' || row.in_progress_at === null)
  return withDateOf(
    row,
    kinds.flatMap((kind): NewClock[] => {
      const rule = matchingPolicy(rules, kind, row)
      if (!rule) return []
      return [{ ...startedClock(rule, w.now), kind, escalate_to: rule.escalate_to }]
    }),
    w.now,
  )
}

/** A date of a person is that of the clock until the end. */
function withDateOf(
  { due_date, due_reason }: Started,
  clocks: readonly NewClock[],
  now: number,
): NewClock[] {
  if (due_date === null || due_reason === null) return [...clocks]
  const known = clocks.find(({ kind }) => kind === 'resolve')
  const set = { ...clockSetTo(due_date, now, known), kind: 'resolve' as const }
  const others = clocks.filter((clock) => clock !== known)
  return [...others, { ...set, escalate_to: known?.escalate_to ?? null }]
}

export const dueDateOf = (
  { due_date, due_reason }: Pick<CaseRow, 'due_date' | 'due_reason'>,
  clocks: readonly Clock[],
): number | null => (due_reason === null ? firstDue(clocks) : due_date)

export const storeClocks = (w: Writing, caseId: string, clocks: readonly NewClock[]) =>
  insertClocks(
    w.tx,
    clocks.map((clock) => newClockRow(w.organization, caseId, clock)),
  )

/** Of a case that others became a part of: merging gives no more time. */
export async function clocksOfMerged(
  w: Writing,
  row: Started,
  sourceIds: readonly string[],
): Promise<NewClock[]> {
  const open = await lockOpenClocks(w.tx, w.dialect, w.organization, sourceIds)
  const rules = await rulesOf(w.tx, w.organization)
  const kinds = clockKinds.filter((kind) => kind === 'resolve' || row.in_progress_at === null)
  const clocks = kinds.flatMap((kind): NewClock[] => {
    const [first] = open
      .filter((clock) => clock.kind === kind && clock.minutes !== null)
      .toSorted((a, b) => a.due_at - b.due_at)
    const rule = matchingPolicy(rules, kind, row)
    if (!first)
      return rule ? [{ ...startedClock(rule, w.now), kind, escalate_to: rule.escalate_to }] : []
    const { id: _, organization: __, case_id: ___, ...kept } = first
    const running = resumedClock({ ...kept, by_person: 0 }, w.now)
    const allowed = rule ?? { minutes: first.minutes as number, warn_at: first.warn_at }
    const escalate_to = rule?.escalate_to ?? first.escalate_to
    return [{ ...recountedClock(running, allowed, w.now), kind, escalate_to }]
  })
  return withDateOf(row, clocks, w.now)
}

/**
 * After a change of a case, whose row is locked: what it means for its clocks, and when it is due now.
 * Asks the database only if something of the case changed that concerns them.
 */
export async function clocksAfter(w: Writing, before: CaseRow, row: CaseRow) {
  if (!concerns(before, row)) return row.due_date
  const isOpen = row.status === 'Open'
  const clocks = await lockOpenClocks(w.tx, w.dialect, w.organization, [row.id])
  const after = new Map<CaseClockRow, Clock | undefined>(clocks.map((clock) => [clock, clock]))
  const each = (change: (clock: Clock, row: CaseClockRow) => Clock | undefined) => {
    for (const [known, clock] of after)
      if (clock && clock.ended_at === null) after.set(known, change(clock, known))
  }
  const isReopened = isOpen && before.status !== 'Open'
  const added: NewClock[] = []
  if (!isOpen) each((clock) => endedClock(clock, w.now))
  if (row.in_progress_at !== null)
    each((clock, { kind }) => (kind === 'acknowledge' ? endedClock(clock, w.now) : clock))
  if (row.paused_at !== null) each((clock) => pausedClock(clock, w.now))
  else each((clock) => resumedClock(clock, w.now))
  if (isReopened) added.push(...(await clocksOfReopened(w, row)))
  else if (isOpen && row.severity !== before.severity)
    added.push(...(await recount(w, row, each, clocks)))
  if (isOpen && !isReopened) added.push(...dated(w, before, row, each, clocks))
  for (const [known, clock] of after)
    if (!clock) await w.tx.deleteFrom('case_clocks').where('id', '=', known.id).execute()
    else if (clock !== known) await saveClock(w.tx, { ...known, ...clock })
  await storeClocks(w, row.id, added)
  const left = [...[...after.values()].filter((clock) => clock !== undefined), ...added]
  const kinds = clockNews.filter((news) => !left.some((clock) => isStill(clock, news)))
  await w.withdraw({ objectType: 'case', objectId: row.id, kinds })
  if (!isOpen) return before.due_date
  return dueDateOf(row, left)
}

type Each = (change: (clock: Clock, row: CaseClockRow) => Clock | undefined) => void

const concerns = (before: CaseRow, row: CaseRow) =>
  (['severity', 'due_date', 'due_reason', 'in_progress_at', 'paused_at'] as const).some(
    (column) => before[column] !== row[column],
  ) || (before.status === 'Open') !== (row.status === 'Open')

/** Somebody reopened it, so it needs no acknowledgement. */
const clocksOfReopened = (w: Writing, row: CaseRow) =>
  clocksOfNew(w, { ...row, in_progress_at: row.in_progress_at ?? w.now })

/** By the policies of now; where none matches, what was measured ends. */
async function recount(w: Writing, row: CaseRow, each: Each, known: readonly CaseClockRow[]) {
  const rules = await rulesOf(w.tx, w.organization)
  const ruleOf = (kind: ClockKind) => matchingPolicy(rules, kind, row)
  each((clock, { kind }) => {
    const rule = ruleOf(kind)
    if (rule) return { ...recountedClock(clock, rule, w.now), escalate_to: rule.escalate_to }
    return clock.by_person === 1 ? { ...clock, minutes: null } : endedClock(clock, w.now)
  })
  // Measured from now on where no policy matched before: as far back as the case is open.
  return clockKinds.flatMap((kind): NewClock[] => {
    const rule = ruleOf(kind)
    const isMeasured = known.some((clock) => clock.kind === kind)
    if (!rule || isMeasured || (kind === 'acknowledge' && row.in_progress_at !== null)) return []
    const begun = { ...startedClock(rule, row.created_at), paused_ms: row.paused_ms }
    const counted = recountedClock(begun, rule, w.now)
    const paused = row.paused_at === null ? counted : pausedClock(counted, row.paused_at)
    return [{ ...paused, kind, escalate_to: rule.escalate_to }]
  })
}

/** A person set or removed the date. */
function dated(
  w: Writing,
  before: CaseRow,
  row: CaseRow,
  each: Each,
  clocks: readonly CaseClockRow[],
): NewClock[] {
  const { due_date: due, due_reason: reason } = row
  const isSet = reason !== null && due !== null
  if (isSet && due === before.due_date && before.due_reason !== null) return []
  if (!isSet && before.due_reason === null) return []
  each((clock, { kind }) => {
    if (kind !== 'resolve') return clock
    if (isSet) return clockSetTo(due, w.now, clock)
    return clockOfPolicy(clock, w.now)
  })
  if (!isSet || clocks.some(({ kind }) => kind === 'resolve')) return []
  return [{ ...clockSetTo(due, w.now), kind: 'resolve', escalate_to: null }]
}
