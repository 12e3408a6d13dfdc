import type { Item, Outcome, Work } from '../../background/work.ts'
import { actors } from '../../domain/actors.ts'
import {
  type ClockNews,
  clockNews,
  newsOf,
  settledClock,
  toldClock,
} from '../../domain/clocks/clock.ts'
import type { Db } from '../../storage/database.ts'
import { type CaseClockRow, lockOpenClocks, saveClock } from '../../storage/rows/case-clocks.ts'
import { dueOrganizations, dueRows, firstDue } from '../../storage/rows/due.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { type Actor, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { areHeld } from './held.ts'

const everyMs = 30_000
const timeoutMs = 45_000
/** How long a process that is not heard of keeps a case. */
const takenMs = 60_000

const clocksDue = { table: 'case_clocks', at: 'next_at' } as const

interface DueCase extends Item {
  readonly caseId: string
}

/** Tells people of cases that are due soon or overdue: once, since the mark is written together with what is told. */
export function clockWork(deps: PlatformDeps): Work<DueCase> {
  const { db } = deps
  return {
    name: 'clocks',
    everyMs,
    limits: { atOnce: 4, perOrganization: 2, timeoutMs },
    organizations: (walk) => dueOrganizations(db, clocksDue, walk),
    due: (now) => dueRows(db, clocksDue, now),
    async claim(organization, { count, now }) {
      // guard: server/test/platform/overdue.test.ts
      if (await areHeld(db, organization)) return []
      const cases = await takeCases(db, organization, count, now)
      return cases.map((caseId) => ({ organization, caseId }))
    },
    run: (item) => tellOf(deps, item),
  }
}

/** Its next moment is put off meanwhile; what is told is decided by the clock itself. */
async function takeCases(
  db: Db,
  organization: string,
  count: number,
  now: number,
): Promise<string[]> {
  const due = await firstDue(db, 'case_clocks', organization, { count, now })
  const taken = new Set<string>()
  for (const { id, next_at } of due) {
    const row = await db
      .updateTable('case_clocks')
      .set({ next_at: now + takenMs })
      .where(ownedRow(organization, id))
      .where('next_at', '=', next_at)
      .returning('case_id')
      .executeTakeFirst()
    if (row) taken.add(row.case_id)
  }
  return [...taken]
}

const tellOf = (deps: PlatformDeps, { organization, caseId }: DueCase): Promise<Outcome> =>
  write(deps, { ...clockActor, organization }, async (w) => {
    // The case first, as everyone who changes its clocks: what they wrote is known then.
    const row = await w.dialect
      .lockRow(
        w.tx
          .selectFrom('cases')
          .select(['id', 'number', 'title', 'severity', 'tlp', 'assignee'])
          .where(ownedRow(w.organization, caseId)),
      )
      .executeTakeFirst()
    const clocks = row ? await lockOpenClocks(w.tx, w.dialect, w.organization, [caseId]) : []
    const found = clocks.map((clock) => {
      const settled = { ...clock, ...settledClock(clock) }
      return { clock: settled, news: newsOf(settled, w.now) }
    })
    for (const news of clockNews) {
      const said = found.filter((one) => one.news === news).map(({ clock }) => clock)
      if (row && said.length > 0) await tell(w, row, news, said)
    }
    // It was paused, ended or moved meanwhile: when it is next looked at is what that says.
    for (const { clock, news } of found) if (news === undefined) await saveClock(w.tx, clock)
    return 'done' as const
  })

const clockActor: Omit<Actor, 'organization'> = {
  login: actors.clocks,
  address: 'server',
  requestId: 'clocks',
}

interface ToldCase {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly severity: number
  readonly tlp: number
  readonly assignee: string | null
}

async function tell(
  w: Writing,
  { id, assignee, ...shown }: ToldCase,
  news: ClockNews,
  clocks: readonly CaseClockRow[],
): Promise<void> {
  const dueAt = Math.min(...clocks.map(({ due_at }) => due_at))
  const leads = news === 'overdue' ? clocks.map(({ escalate_to }) => escalate_to) : []
  await w.notify([assignee, ...leads], {
    kind: news,
    objectType: 'case',
    objectId: id,
    parameters: { ...shown, dueAt },
  })
  for (const clock of clocks) await saveClock(w.tx, { ...clock, ...toldClock(clock, news, w.now) })
  if (news !== 'overdue') return
  for (const { kind, due_at } of clocks)
    w.record({
      operation: 'overdue',
      objectType: 'case',
      objectId: id,
      details: { clock: kind, dueDate: due_at },
    })
}
