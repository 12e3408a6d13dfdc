import { randomBytes } from 'node:crypto'
import { notFound, overlap } from '../../domain/errors.ts'
import type { Mark } from '../../domain/values/decision.ts'
import { maxShownLength } from '../../domain/values/key.ts'
import { rankOf, verdictOf } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { type DecisionRow, putAnswer, takeAnswer } from '../../storage/rows/decisions.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Notified } from '../../storage/rows/watch-news.ts'
import type { Watcher } from '../../storage/rows/watch-rows.ts'
import type { Wanted } from '../values/named.ts'

export interface NewMarks extends Mark {
  readonly wanted: readonly Wanted[]
  readonly caseId: string | undefined
  /** Ids of the decisions that the caller knows of. */
  readonly replaces: readonly string[]
}

export interface Marked {
  readonly rows: DecisionRow[]
  readonly replaced: DecisionRow[]
  readonly notified: Notified[]
}

/** In a transaction: all of them or none. */
export async function addMarks(
  tx: Db,
  dialect: Dialect,
  { login, organization }: Watcher,
  { wanted, level, cause, reason, expiresAt, caseId, replaces }: NewMarks,
  now: number,
): Promise<Marked> {
  if (caseId !== undefined) await requireOwnCase(tx, organization, caseId)
  // In one order everywhere, so two calls do not wait for each other.
  const ordered = wanted.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const replaced = await lockOpen(tx, dialect, organization, ordered, caseId)
  const known = new Set(replaces)
  const unknown = replaced.find(({ id }) => !known.has(id))
  // guard: server/test/values/decisions.test.ts
  if (unknown) throw replacedBy(unknown)
  const found = new Set(replaced.map(({ id }) => id))
  // guard: server/test/values/decisions.test.ts
  if (replaces.some((id) => !found.has(id)))
    throw overlap('The verdict to replace is no longer in effect. Look at the observable again')
  if (replaced.length > 0)
    await tx
      .updateTable('analyst_verdicts')
      .set({ ended_at: now, ended_by: login })
      .where('organization', '=', organization)
      .where('id', 'in', [...found])
      .execute()
  if (caseId === undefined) await knowNow(tx, { login, organization }, ordered, rankOf(level))
  const names = await fileNames(tx, organization, ordered)
  const rows: DecisionRow[] = []
  const notified: Notified[] = []
  for (const one of ordered) {
    const row = await tx
      .insertInto('analyst_verdicts')
      .values({
        id: randomBytes(12).toString('base64url'),
        organization,
        ...namedBy(one),
        file_name: names.get(one.key) ?? null,
        case_id: caseId ?? null,
        level: rankOf(level),
        cause,
        reason: reason.trim(),
        login,
        at: now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    // Another analyst was faster by a moment.
    if (!row) throw overlap('Another analyst marked the observable at the same moment. Look again')
    rows.push(row)
    notified.push(...(await putAnswer(tx, { dialect }, row)))
  }
  return { rows, replaced, notified }
}

/** What a person decides is no news to them. */
const knowNow = (
  tx: Db,
  { login, organization }: Watcher,
  wanted: readonly Wanted[],
  level: number,
): Promise<unknown> =>
  tx
    .updateTable('value_watches')
    .set({ level })
    .where('organization', '=', organization)
    .where(
      'value_hash',
      'in',
      wanted.map(({ key }) => key),
    )
    .where('login', '=', login)
    .execute()

const replacedBy = ({ login, level, reason, id }: DecisionRow) => {
  const verdict = verdictOf(level)
  return overlap(
    `${login} marked it ${verdict === 'safe' ? 'benign' : verdict}: “${reason.slice(0, 200)}”. ` +
      `Send ${id} in replaces to replace this verdict`,
  )
}

function namedBy({ key, value, hashes, isFile }: Wanted) {
  const data = 'data' in value && value.data.length <= maxShownLength ? value.data : null
  return {
    value_hash: key,
    data_type: isFile ? 'file' : value.dataType,
    text_hash: hashes[0] ?? '',
    is_file: isFile ? 1 : 0,
    data,
  }
}

const lockOpen = (
  tx: Db,
  dialect: Dialect,
  organization: string,
  wanted: readonly Wanted[],
  caseId: string | undefined,
): Promise<DecisionRow[]> =>
  dialect
    .lockRow(
      tx
        .selectFrom('analyst_verdicts')
        .selectAll()
        .where('organization', '=', organization)
        .where(
          'value_hash',
          'in',
          wanted.map(({ key }) => key),
        )
        .where('ended_at', 'is', null)
        .where('case_id', caseId === undefined ? 'is' : '=', caseId ?? null)
        .orderBy('value_hash'),
    )
    .execute()

async function fileNames(tx: Db, organization: string, wanted: readonly Wanted[]) {
  const keys = wanted.filter(({ isFile }) => isFile).map(({ key }) => key)
  if (keys.length === 0) return new Map<string, string | null>()
  const rows = await tx
    .selectFrom('value_answers')
    .select(['value_hash', (eb) => eb.fn.max('file_name').as('file_name')])
    .where('organization', '=', organization)
    .where('value_hash', 'in', keys)
    .groupBy('value_hash')
    .execute()
  return new Map(rows.map(({ value_hash, file_name }) => [value_hash, file_name]))
}

/** Another organization's case does not exist. */
async function requireOwnCase(tx: Db, organization: string, id: string): Promise<void> {
  const row = await tx
    .selectFrom('cases')
    .select('id')
    .where(ownedRow(organization, id))
    .executeTakeFirst()
  // guard: server/test/values/decisions.test.ts
  if (!row) throw notFound('case', id)
}

/** In a transaction. One that is over does not exist any more. */
export async function endMark(
  tx: Db,
  dialect: Dialect,
  { login, organization }: Watcher,
  id: string,
  now: number,
): Promise<{ row: DecisionRow; notified: Notified[] }> {
  const row = await tx
    .updateTable('analyst_verdicts')
    .set({ ended_at: now, ended_by: login })
    .where(ownedRow(organization, id))
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // guard: server/test/values/decisions.test.ts
  if (!row) throw notFound('verdict', id)
  return { row, notified: await takeAnswer(tx, { dialect }, row, now) }
}
