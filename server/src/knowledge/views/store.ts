import { randomBytes } from 'node:crypto'
import { type ListView, maxListViews } from '@assay/contract'
import { badRequest, notFound } from '../../domain/errors.ts'
import type { Page } from '../../domain/page.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import type { Row } from '../../storage/tables/tables.ts'

export interface Viewer {
  readonly login: string
  readonly organization: string
}

export type ViewRow = Row<
  'list_views',
  'id' | 'organization' | 'login' | 'list' | 'name' | 'search' | 'shared' | 'created_at'
>

export const viewOf = (row: ViewRow, { login }: Viewer): ListView => ({
  id: row.id,
  list: row.list as ListView['list'],
  name: row.name,
  search: row.search,
  shared: row.shared === 1,
  own: row.login === login,
  createdBy: row.login,
  createdAt: row.created_at,
})

/** Own views, and what others share in the organization. */
const visible = (db: Db, { login, organization }: Viewer) =>
  db
    .selectFrom('list_views')
    .where('organization', '=', organization)
    .where((eb) => eb.or([eb('login', '=', login), eb('shared', '=', 1)]))

export async function viewsOf(db: Db, viewer: Viewer, { offset, limit }: Page) {
  const rows = await visible(db, viewer)
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await visible(db, viewer)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(count) }
}

export type NewView = Pick<ListView, 'list' | 'name' | 'search' | 'shared'>

/** In a transaction. One of the same name is replaced. */
export async function putView(
  tx: Db,
  dialect: Dialect,
  viewer: Viewer,
  { list, name, search, shared }: NewView,
  now: number,
): Promise<ViewRow> {
  const { login, organization } = viewer
  // Two calls at once must not pass the limit together.
  await dialect
    .lockRow(tx.selectFrom('users').select('login').where('login', '=', login))
    .executeTakeFirst()
  await tx
    .deleteFrom('list_views')
    .where((eb) => eb.and({ organization, login, list, name }))
    .execute()
  const { count } = await tx
    .selectFrom('list_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.and({ organization, login }))
    .executeTakeFirstOrThrow()
  // guard: server/test/values/list-views.test.ts
  if (Number(count) >= maxListViews)
    throw badRequest(`Limit of ${maxListViews} saved views reached. Delete one first`)
  return tx
    .insertInto('list_views')
    .values({
      id: randomBytes(12).toString('base64url'),
      organization,
      login,
      list,
      name,
      search,
      shared: shared ? 1 : 0,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** In a transaction. Other people's own views do not exist; shared ones an administrator may delete. */
export async function removeView(
  tx: Db,
  { login, organization }: Viewer,
  id: string,
  isAdministrator: boolean,
): Promise<ViewRow> {
  const row = await tx
    .deleteFrom('list_views')
    .where('organization', '=', organization)
    .where('id', '=', id)
    // guard: server/test/values/list-views.test.ts
    .where((eb) =>
      eb.or([eb('login', '=', login), ...(isAdministrator ? [eb('shared', '=', 1)] : [])]),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('view', id)
  return row
}
