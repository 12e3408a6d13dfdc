import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../storage/database.ts'
import { contradictions } from '../../storage/rows/contradictions.ts'
import { lockWatches, tellPeople } from '../../storage/rows/decision-news.ts'
import type { DecisionRow } from '../../storage/rows/decisions.ts'
import { type Notified, newsEvent } from '../../storage/rows/watch-news.ts'
import type { EngineDeps } from '../deps.ts'

const everyMs = 30_000
/** Small steps: writers wait for them. */
const step = 50
const maxAssignees = 50

type TellingDeps = Pick<Deps, 'db' | 'dialect' | 'clock' | 'bus'>

/** Tells who decided, and who works on it, that an analyzer has come to something worse since. */
export const startTellingOfContradictions = (deps: EngineDeps): Working =>
  startSweep(deps.background, {
    name: 'contradicted verdicts',
    everyMs,
    step: () => tellOfContradictions(deps),
  })

/** Each by one process, whichever is first. Answers whether there may be more. */
export async function tellOfContradictions(deps: TellingDeps): Promise<boolean> {
  const { db, clock, bus } = deps
  const due = await contradicted(db)
  for (const row of due) {
    const at = clock.now()
    const notified = await db.transaction().execute((tx) => tellOne(tx, deps, row, at))
    for (const one of notified) bus.publish(newsEvent(one, at))
  }
  return due.length === step
}

type Contradicted = Awaited<ReturnType<typeof contradicted>>[number]

const contradicted = (db: Db) =>
  contradictions(db)
    .select(['d.id', 'd.organization', 'd.value_hash'])
    .where('d.told_at', 'is', null)
    .groupBy(['d.id', 'd.organization', 'd.value_hash'])
    .orderBy('d.id')
    .limit(step)
    .execute()

async function tellOne(
  tx: Db,
  { dialect }: TellingDeps,
  { id, worse, ...key }: Contradicted,
  at: number,
): Promise<Notified[]> {
  await lockWatches(tx, dialect, key)
  const row = await tx
    .updateTable('analyst_verdicts')
    .set((eb) => ({ told_at: at, contradicted_at: eb.fn.coalesce('contradicted_at', eb.val(at)) }))
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('told_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // Another process was faster, or it ended.
  if (!row) return []
  const people = [row.login, ...(await assigneesOf(tx, row))]
  const news = { kind: 'contradicted', at, from_level: row.level, to_level: Number(worse) } as const
  return tellPeople(tx, row, people, news)
}

/** Of the open cases with this observable. */
async function assigneesOf(tx: Db, row: DecisionRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('observables')
    .innerJoin('cases', (join) =>
      join
        .onRef('cases.id', '=', 'observables.case_id')
        .onRef('cases.organization', '=', 'observables.organization'),
    )
    .select('cases.assignee')
    .distinct()
    .where('observables.organization', '=', row.organization)
    .where('observables.value_hash', '=', row.text_hash)
    .where((eb) =>
      row.is_file === 1
        ? eb('observables.attachment_id', 'is not', null)
        : eb('observables.data_type', '=', row.data_type),
    )
    .where('cases.status', '=', 'Open')
    .$if(row.case_id !== null, (query) => query.where('cases.id', '=', row.case_id ?? ''))
    .orderBy('cases.assignee')
    .limit(maxAssignees)
    .execute()
  return rows.flatMap(({ assignee }) => assignee ?? [])
}
