import type { Mention } from '@assay/contract'
import { sql } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import { maxMentions, mentionedIn } from '../../domain/mentions.ts'
import type { Page } from '../../domain/page.ts'
import type { Db } from '../../storage/database.ts'
import { pageOf } from '../../storage/rows/count-owned.ts'
import { mentionsOf } from '../../storage/rows/mentions.ts'
import { noticesRead, withdrawNotices } from '../../storage/rows/notices.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import type { CommentRow } from '../rows.ts'

type Named = Pick<Caller, 'login' | 'organization'>

/** Of one person; older ones are in the stories of their cases. */
const maxKept = 500
const maxShown = 300

/**
 * In the transaction that writes a comment. Users whom an earlier version mentioned were notified
 * already; an unread mention that was removed goes. Comments of alerts are in no story, so they notify
 * no one.
 */
export async function mentionPeople(w: Writing, comment: CommentRow): Promise<void> {
  if (comment.case_id === null) return
  const names = mentionedIn(comment.message).filter((name) => name !== comment.created_by)
  const before = await w.tx
    .selectFrom('mentions')
    .select(['login', 'read_at'])
    .where('comment_id', '=', comment.id)
    .execute()
  const gone = before.flatMap(({ login, read_at }) =>
    read_at === null && !names.includes(login) ? login : [],
  )
  await takeBack(w, comment.id, gone)
  const known = before.flatMap(({ login }) => (gone.includes(login) ? [] : login))
  const wanted = names.filter((name) => !known.includes(name))
  const readers = await readersAmong(w, wanted)
  const added = wanted
    .filter((name) => readers.has(name))
    .slice(0, Math.max(0, maxMentions - known.length))
  for (const login of added.toSorted()) await add(w, comment.id, login)
  if (added.length > 0) await tellMentioned(w, added, { ...comment, case_id: comment.case_id })
  w.notifyMentioned([...gone, ...added], comment)
}

async function tellMentioned(
  w: Writing,
  logins: readonly string[],
  comment: { readonly id: string; readonly case_id: string },
): Promise<void> {
  const parent = await w.tx
    .selectFrom('cases')
    .select(['number', 'title', 'severity', 'tlp'])
    .where(ownedRow(w.organization, comment.case_id))
    .executeTakeFirst()
  await w.notify(logins, {
    kind: 'mentioned',
    objectType: 'comment',
    objectId: comment.id,
    parameters: { caseId: comment.case_id, ...parent },
  })
}

/** Before comments are deleted, with their mentions: pages that count these count again. */
export async function mentionsLeave(
  w: Writing,
  which: 'id' | 'case_id',
  value: string,
): Promise<void> {
  const named = await w.tx
    .selectFrom('mentions as m')
    .innerJoin('comments as t', 't.id', 'm.comment_id')
    .select(['m.login', 't.id', 't.case_id'])
    .where('t.organization', '=', w.organization)
    .where(`t.${which}`, '=', value)
    .execute()
  for (const { login, ...comment } of named) w.notifyMentioned([login], comment)
  await withdrawNotices(w.tx, w.organization, {
    objectType: 'comment',
    objectIds: [...new Set(named.map(({ id }) => id))],
  })
}

/**
 * Only users who may read comments of this organization; organizations that share a case do not see
 * them. The rows are locked, so no user is deleted before the mention is stored.
 */
async function readersAmong(w: Writing, logins: readonly string[]): Promise<Set<string>> {
  if (logins.length === 0) return new Set()
  const rows = await w.dialect
    .holdRow(w.tx.selectFrom('users').select(['login', 'roles']))
    .where('organization', '=', w.organization)
    .where('status', '=', 'Active')
    .where('login', 'in', logins)
    .orderBy('login')
    .execute()
  const isReader = ({ roles }: { roles: string }) => JSON.parse(roles).includes('read')
  return new Set(rows.filter(isReader).map(({ login }) => login))
}

async function add(w: Writing, commentId: string, login: string): Promise<void> {
  await w.tx
    .insertInto('mentions')
    .values({ id: w.newId(), comment_id: commentId, login, at: w.now })
    .execute()
  await w.tx
    .deleteFrom('mentions')
    .where('login', '=', login)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('mentions as newest')
        .select('newest.id')
        .where('newest.login', '=', login)
        .orderBy('newest.at', 'desc')
        .orderBy('newest.id', 'desc')
        .limit(maxKept),
    )
    .execute()
}

async function takeBack(w: Writing, commentId: string, logins: readonly string[]): Promise<void> {
  if (logins.length === 0) return
  await w.tx
    .deleteFrom('mentions')
    .where('comment_id', '=', commentId)
    .where('login', 'in', logins)
    .execute()
  await w.tx
    .deleteFrom('notices')
    .where('organization', '=', w.organization)
    .where('object_type', '=', 'comment')
    .where('object_id', '=', commentId)
    .where('login', 'in', logins)
    .execute()
}

/** The unread first, then the newest. */
export async function listMentions(
  db: Db,
  named: Named,
  onlyUnread: boolean,
  page: Page,
): Promise<{ rows: Mention[]; total: number }> {
  const found = mentionsOf(db, named).$if(onlyUnread, (query) =>
    query.where('m.read_at', 'is', null),
  )
  const sorted = found
    .select(['m.id', 'm.at', 'm.read_at', 't.created_by', 't.id as comment_id'])
    .select(sql<string>`substr(t.message, 1, ${sql.lit(maxShown)})`.as('message'))
    .select(['c.id as case_id', 'c.number', 'c.title'])
    .orderBy((eb) => eb.case().when('m.read_at', 'is', null).then(0).else(1).end())
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
  return pageOf(found, sorted, page, (row) => ({
    id: row.id,
    at: row.at,
    isRead: row.read_at !== null,
    by: row.created_by,
    commentId: row.comment_id,
    message: row.message,
    case: { id: row.case_id, number: row.number, title: row.title },
  }))
}

/** Some or all; entries of other users are ignored. Their notices are read with them. */
export const markMentionsRead = (
  db: Db,
  { login }: Named,
  ids: readonly string[] | undefined,
  now: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const read = await tx
      .updateTable('mentions')
      .set({ read_at: now })
      .where('login', '=', login)
      .where('read_at', 'is', null)
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .returning('comment_id')
      .execute()
    if (read.length > 0)
      await noticesRead(
        tx,
        login,
        'comment',
        read.map(({ comment_id }) => comment_id),
        now,
      )
  })
