import { randomBytes } from 'node:crypto'
import type { NoticeKind, NoticeObject, NoticeParameters } from '@assay/contract'
import type { Db } from '../database.ts'

/** Of one person; older ones go once an hour. */
export const maxNotices = 500
/** People of one notice. */
const maxPeople = 100
const maxWord = 300

export interface NewNotice {
  readonly kind: NoticeKind
  readonly objectType: NoticeObject
  readonly objectId: string
  readonly parameters?: NoticeParameters
}

/** A user with something new in the bell. */
export interface NoticedPerson {
  readonly organization: string
  readonly login: string
}

/** As sent on the streams; only this user gets it. */
export const noticeEvent = ({ organization, login }: NoticedPerson, now: number) => ({
  organization,
  operation: 'create' as const,
  objectType: 'notice' as const,
  objectId: '',
  rootId: '',
  user: login,
  date: now,
  details: {},
})

/**
 * The one way to tell people of something, in the transaction in which it happens. Told are active users of this
 * organization, never the one who did it (`parameters.by`). Until it is read, the same about the same object
 * is one notice, with the latest words. Publish `noticeEvent` of those answered after the commit.
 */
export async function notify(
  tx: Db,
  organization: string,
  logins: readonly (string | null)[],
  notice: NewNotice,
  at: number,
): Promise<NoticedPerson[]> {
  const { kind, objectType, objectId, parameters = {} } = notice
  const people = await activeAmong(tx, organization, logins, parameters.by)
  const said = { at, parameters: JSON.stringify(cut(parameters)), organization }
  for (const login of people) {
    const row = { login, kind, object_type: objectType, object_id: objectId, ...said }
    await tx
      .insertInto('notices')
      .values({ id: randomBytes(12).toString('base64url'), ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['login', 'kind', 'object_type', 'object_id'])
          .where('read_at', 'is', null)
          .doUpdateSet(said),
      )
      .execute()
  }
  return people.map((login) => ({ organization, login }))
}

/** The active administrators of an organization, who are told of what is in trouble. */
export async function administratorsOf(tx: Db, organization: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['login', 'roles'])
    .where('organization', '=', organization)
    .where('status', '=', 'Active')
    .where((eb) =>
      eb.or([eb('roles', 'like', '%"orgadmin"%'), eb('roles', 'like', '%"superadmin"%')]),
    )
    .orderBy('login')
    .limit(maxPeople)
    .execute()
  return rows.map(({ login }) => login)
}

async function activeAmong(
  tx: Db,
  organization: string,
  logins: readonly (string | null)[],
  by: string | undefined,
): Promise<string[]> {
  // guard (open = [...new Set(logins)].filter((login) => login !== null)): server/test/platform/notices.test.ts
  const wanted = [...new Set(logins)].filter((login) => login !== null && login !== by)
  if (wanted.length === 0) return []
  const rows = await tx
    .selectFrom('users')
    .select('login')
    // guard: server/test/platform/notices.test.ts
    .where('organization', '=', organization)
    // guard: server/test/platform/notices.test.ts
    .where('status', '=', 'Active')
    .where('login', 'in', wanted.slice(0, maxPeople))
    // One order everywhere: two changes at once do not wait for each other.
    .orderBy('login')
    .execute()
  return rows.map(({ login }) => login)
}

/** Words that others write stay short: a title is recognized by its beginning. */
const cut = (parameters: NoticeParameters): NoticeParameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      typeof value === 'string' && value.length > maxWord
        ? `${value.slice(0, maxWord - 1)}…`
        : value,
    ]),
  )

/** Not where notices are written: two writers that delete the same rows would wait for each other. */
export async function forgetOldest(db: Db): Promise<void> {
  const full = await db
    .selectFrom('notices')
    .select('login')
    .groupBy('login')
    .having((eb) => eb.fn.countAll(), '>', maxNotices)
    .execute()
  for (const { login } of full)
    await db
      .deleteFrom('notices')
      .where('login', '=', login)
      .where('id', 'not in', (eb) =>
        eb
          .selectFrom('notices as newest')
          .select('newest.id')
          .where('newest.login', '=', login)
          .orderBy('newest.at', 'desc')
          .orderBy('newest.id')
          .limit(maxNotices),
      )
      .execute()
}

/** What it was about is gone or decided: nothing is left to read. */
export const withdrawNotices = (
  tx: Db,
  organization: string,
  about: {
    readonly objectType: NoticeObject
    readonly objectIds: readonly string[]
    readonly kind?: NoticeKind
  },
): Promise<unknown> =>
  about.objectIds.length === 0
    ? Promise.resolve()
    : tx
        .deleteFrom('notices')
        .where('organization', '=', organization)
        .where('object_type', '=', about.objectType)
        .where('object_id', 'in', about.objectIds)
        .$if(about.kind !== undefined, (query) => query.where('kind', '=', about.kind ?? 'rule'))
        .execute()

/** What they are about was read elsewhere. */
export const noticesRead = (
  tx: Db,
  login: string,
  objectType: NoticeObject,
  objectIds: readonly string[],
  now: number,
): Promise<unknown> =>
  tx
    .updateTable('notices')
    .set({ read_at: now })
    .where('login', '=', login)
    .where('object_type', '=', objectType)
    .where('object_id', 'in', objectIds)
    .where('read_at', 'is', null)
    .execute()
