import { randomBytes } from 'node:crypto'
import {
  type ChannelKind,
  channelKinds,
  mailedKinds,
  type NoticeKind,
  type NoticeObject,
  type NoticeParameters,
} from '@assay/contract'
import type { Db } from '../database.ts'
import { queueForChannels } from './channels.ts'
import { cutWords } from './cut-words.ts'
import { mailSwitch } from './portable-tables.ts'

/** Of one person; older ones go once an hour. */
export const maxNotices = 500
/** People of one notice. */
const maxPeople = 100

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
  const isPersonal = personalKinds.includes(kind)
  if (isOfChannels(kind) && (people.length > 0 || !isPersonal))
    await queueForChannels(
      tx,
      organization,
      { kind, objectType, objectId, parameters, people: isPersonal ? people : [] },
      at,
    )
  if (people.length === 0) return []
  const choices = await choicesOf(tx, people, kind)
  const said = { at, parameters: JSON.stringify(cutWords(parameters)), organization }
  const shown = people.filter((login) => choices.get(login)?.page !== 0)
  for (const login of shown) {
    const row = { login, kind, object_type: objectType, object_id: objectId, ...said }
    await tx
      .insertInto('notices')
      .values({ id: newNoticeId(), ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['login', 'kind', 'object_type', 'object_id'])
          .where('read_at', 'is', null)
          .doUpdateSet(said),
      )
      .execute()
  }
  const isMailed = mailedKinds.includes(kind)
  const mailed = people.filter(
    (login) => choices.get(login)?.mail === 'now' || (isMailed && !choices.has(login)),
  )
  await queueMails(tx, organization, mailed, { ...notice, parameters: cutWords(parameters) }, at)
  return shown.map((login) => ({ organization, login }))
}

/** Whose sentence in a channel names the person. */
const personalKinds: readonly NoticeKind[] = ['assigned', 'mentioned', 'rule']

const isOfChannels = (kind: NoticeKind): kind is ChannelKind & NoticeKind =>
  (channelKinds as readonly string[]).includes(kind)

export const newNoticeId = () => randomBytes(12).toString('base64url')

const choicesOf = async (tx: Db, logins: readonly string[], kind: NoticeKind) => {
  const rows = await tx
    .selectFrom('notice_settings')
    .select(['login', 'page', 'mail'])
    .where('login', 'in', logins)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map((row) => [row.login, row]))
}

/** Mails are written only where one can be sent: to addresses that someone vouched for. */
async function queueMails(
  tx: Db,
  organization: string,
  logins: readonly string[],
  { kind, objectType, objectId, parameters }: NewNotice,
  at: number,
): Promise<void> {
  if (logins.length === 0) return
  const reachable = await tx
    .selectFrom('users')
    .select('login')
    .where('login', 'in', logins)
    // guard: server/test/mail/outbox.test.ts
    .where('email_state', 'in', ['confirmed', 'provider'])
    .where((eb) => eb.exists(eb.selectFrom('meta').select('name').where('name', '=', mailSwitch)))
    .orderBy('login')
    .execute()
  const body = JSON.stringify({ kind, objectType, objectId, parameters })
  for (const { login } of reachable)
    await tx
      .insertInto('outbox')
      .values({
        ...{ id: newNoticeId(), organization, channel: 'mail', target: login, body },
        ...{ created_at: at, attempts: 0, next_attempt_at: at },
      })
      .execute()
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

/**
 * What they say is no longer true: those that were read stay as what was true then. Publish `noticeEvent` of those
 * answered after the commit: their bells count again.
 */
export async function withdrawUnread(
  tx: Db,
  organization: string,
  { objectType, objectId, kinds }: Withdrawn,
): Promise<NoticedPerson[]> {
  if (kinds.length === 0) return []
  const rows = await tx
    .deleteFrom('notices')
    .where('organization', '=', organization)
    .where('object_type', '=', objectType)
    .where('object_id', '=', objectId)
    .where('kind', 'in', kinds)
    .where('read_at', 'is', null)
    .returning('login')
    .execute()
  return [...new Set(rows.map(({ login }) => login))].map((login) => ({ organization, login }))
}

export interface Withdrawn {
  readonly objectType: NoticeObject
  readonly objectId: string
  readonly kinds: readonly NoticeKind[]
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
