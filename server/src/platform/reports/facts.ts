import type { ReasonSentence, ReportFacts, StoryEntry } from '@assay/contract'
import { sql } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { maxShownLength, type NamedValue, valueKey } from '../../domain/values/key.ts'
import type { SaidReason } from '../../domain/values/said.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { openDecisions } from '../../storage/rows/decisions.ts'
import { isShared } from '../../storage/rows/shared-rows.ts'
import type { CaseRow } from '../rows.ts'
import { storyOf } from '../timeline/story.ts'

const maxObservables = 500
const maxTimeline = 500
const maxTasks = 500
const maxTechniques = 500

/**
 * What a report of the case says. A guest gets what is shared with them and the verdicts of their own
 * organization: no timeline, and nothing of who works there.
 */
export async function factsOf(
  db: Db,
  caller: Caller,
  row: CaseRow,
  now: number,
): Promise<ReportFacts> {
  const guest = row.organization === caller.organization ? undefined : caller.organization
  const observables = await observablesOf(db, row, guest)
  const story = guest === undefined ? await storyOf(db, row.organization, row) : []
  const tasks = await tasksOf(db, row, guest)
  const names = await namesOf(db, row.organization, [
    row.assignee,
    row.created_by,
    ...story.flatMap(({ by, ...entry }) => (isOfAnalyzer(entry) ? [] : by)),
    ...tasks.map(({ assignee }) => assignee),
  ])
  const nameOf = (login: string) => names.get(login) ?? login
  const own = await namesOf(db, caller.organization, [caller.login])
  return {
    case: {
      id: row.id,
      number: row.number,
      title: row.title,
      severity: row.severity,
      status: row.extended_status ?? row.status,
      tlp: row.tlp,
      pap: row.pap,
      openedAt: row.start_date,
      ...(row.end_date !== null && { closedAt: row.end_date }),
      description: row.description,
      conclusion: row.summary ?? '',
      ...(guest === undefined && row.assignee !== null && { assignee: nameOf(row.assignee) }),
    },
    isOwner: guest === undefined,
    organization: caller.organization,
    author: own.get(caller.login) ?? caller.login,
    at: now,
    ...observables,
    techniques: guest === undefined ? await techniquesOf(db, row) : [],
    timeline: story
      .slice(0, maxTimeline)
      .toReversed()
      .map((entry) => withName(entry, nameOf)),
    moreTimeline: Math.max(0, story.length - maxTimeline),
    tasks: tasks.map(({ title, status, assignee }) => ({
      title,
      status,
      ...(guest === undefined && assignee !== null && { assignee: nameOf(assignee) }),
    })),
    people: guest === undefined ? [...new Set(names.values())] : [],
  }
}

/** It names an analyzer, which is no user. */
const isOfAnalyzer = ({ kind, decision }: Pick<StoryEntry, 'kind' | 'decision'>): boolean =>
  kind === 'verdict' && decision === undefined

const withName = (entry: StoryEntry, nameOf: (login: string) => string): StoryEntry =>
  entry.by === undefined || isOfAnalyzer(entry) ? entry : { ...entry, by: nameOf(entry.by) }

async function namesOf(
  db: Db,
  organization: string,
  logins: readonly (string | null | undefined)[],
) {
  const wanted = logins.filter((login) => typeof login === 'string')
  const rows = await inBatches(wanted, (some) =>
    db
      .selectFrom('users')
      .select(['login', 'name'])
      .where('organization', '=', organization)
      .where('login', 'in', some)
      .execute(),
  )
  return new Map(rows.map(({ login, name }) => [login, name || login]))
}

async function observablesOf(db: Db, row: CaseRow, guest: string | undefined) {
  let query = db
    .selectFrom('observables')
    .select(['id', 'data_type', 'value_hash', 'attachment_id', 'attachment_name', 'ioc'])
    .select(
      sql<
        string | null
      >`case when octet_length(data) <= ${sql.lit(maxShownLength)} then data end`.as('data'),
    )
    .where('organization', '=', row.organization)
    .where('case_id', '=', row.id)
  // guard: server/test/platform/case-reports.test.ts
  if (guest !== undefined) query = query.where(isShared.observable(guest))
  const rows = await query
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxObservables + 1)
    .execute()
  const keyed = rows.slice(0, maxObservables).map((one) => ({ ...one, key: keyOf(one) }))
  const keys = keyed.flatMap(({ key }) => key ?? [])
  const of = guest ?? row.organization
  const worst = await worstOf(db, of, keys)
  const decisions = await openDecisions(db, of, keys, guest === undefined ? row.id : undefined)
  for (const [key, { level, reason }] of decisions)
    worst.set(key, { rank: level, reason: { text: reason } })
  const observables = keyed.map((one): ReportFacts['observables'][number] => {
    const answer = one.key === undefined ? undefined : worst.get(one.key)
    const isFile = one.attachment_id !== null
    return {
      id: one.id,
      dataType: one.data_type,
      shown: (isFile ? one.attachment_name : one.data) ?? one.value_hash,
      isFile,
      ioc: one.ioc === 1,
      level: answer ? verdictOf(answer.rank) : null,
      ...(answer?.reason && { reason: answer.reason }),
    }
  })
  const weights = ['malicious', 'suspicious', 'safe', 'none', null]
  return {
    observables: observables.toSorted(
      (a, b) => weights.indexOf(a.level) - weights.indexOf(b.level),
    ),
    moreObservables:
      rows.length > maxObservables ? (await countOf(db, row, guest)) - maxObservables : 0,
  }
}

async function countOf(db: Db, row: CaseRow, guest: string | undefined): Promise<number> {
  let query = db
    .selectFrom('observables')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', row.organization)
    .where('case_id', '=', row.id)
  if (guest !== undefined) query = query.where(isShared.observable(guest))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

interface Held {
  readonly data_type: string
  readonly value_hash: string
  readonly attachment_id: string | null
  readonly data: string | null
}

function keyOf({ data_type, value_hash, attachment_id, data }: Held): string | undefined {
  const named: NamedValue | undefined =
    attachment_id !== null
      ? { dataType: data_type, hash: value_hash }
      : data !== null
        ? { dataType: data_type, data }
        : undefined
  return named && valueKey(named)
}

interface Worst {
  readonly rank: number
  readonly reason: ReasonSentence | undefined
}

async function worstOf(db: Db, organization: string, keys: readonly string[]) {
  const rows = await inBatches(keys, (some) =>
    db
      .selectFrom('value_answers')
      .select(['value_hash', 'level', 'reasons'])
      .where('organization', '=', organization)
      .where('value_hash', 'in', some)
      .where('level', 'is not', null)
      .execute(),
  )
  const worst = new Map<string, Worst>()
  for (const { value_hash, level, reasons } of rows) {
    const rank = Number(level)
    const known = worst.get(value_hash)
    if (known && (known.rank > rank || (known.rank === rank && known.reason))) continue
    worst.set(value_hash, { rank, reason: reasonOf(reasons, rank) })
  }
  return worst
}

function reasonOf(reasons: string, rank: number): ReasonSentence | undefined {
  const found = (JSON.parse(reasons) as SaidReason[]).find((one) => one.rank === rank)
  if (!found) return undefined
  const { text, id, parameters } = found
  return { text, ...(id !== undefined && { id }), ...(parameters && { parameters }) }
}

async function tasksOf(db: Db, row: CaseRow, guest: string | undefined) {
  let query = db
    .selectFrom('tasks')
    .select(['title', 'status', 'assignee'])
    .where('organization', '=', row.organization)
    .where('case_id', '=', row.id)
  // guard: server/test/platform/case-reports.test.ts
  if (guest !== undefined) query = query.where(isShared.task(guest))
  return await query.orderBy('position').orderBy('id').limit(maxTasks).execute()
}

async function techniquesOf(db: Db, row: CaseRow) {
  const rows = await db
    .selectFrom('procedures')
    .leftJoin('patterns', 'patterns.pattern_id', 'procedures.pattern_id')
    .select(['procedures.pattern_id', 'procedures.tactic', 'patterns.name'])
    .where('procedures.organization', '=', row.organization)
    .where('procedures.case_id', '=', row.id)
    .orderBy('procedures.occur_date')
    .orderBy('procedures.id')
    .limit(maxTechniques)
    .execute()
  const named = rows.map(({ pattern_id, tactic, name }) => ({
    patternId: pattern_id,
    name: name ?? pattern_id,
    tactic,
  }))
  return [...new Map(named.map((one) => [`${one.patternId} ${one.tactic}`, one])).values()]
}
