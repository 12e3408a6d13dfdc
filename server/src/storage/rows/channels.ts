import { randomBytes } from 'node:crypto'
import type { ChannelKind, NoticeObject, NoticeParameters } from '@assay/contract'
import type { Db } from '../database.ts'
import { cutWords } from './cut-words.ts'

export interface ChannelMessage {
  readonly kind: ChannelKind
  readonly objectType: NoticeObject
  readonly objectId: string
  readonly parameters: NoticeParameters
  /** Logins of those whom it concerns. */
  readonly people?: readonly string[]
}

/**
 * Written in the transaction in which it happened: what was rolled back is told nowhere. The same message waits
 * once, so one change that concerns many people is one line.
 */
export async function queueForChannels(
  tx: Db,
  organization: string,
  { kind, objectType, objectId, parameters, people = [] }: ChannelMessage,
  at: number,
): Promise<void> {
  const channels = await tx
    .selectFrom('channels')
    .select(['id', 'kinds', 'min_severity'])
    // guard: server/test/mail/channels.test.ts
    .where('organization', '=', organization)
    // guard: server/test/mail/channels.test.ts
    .where('state', '=', 'on')
    .orderBy('id')
    .execute()
  const wanted = channels.filter(
    ({ kinds, min_severity }) =>
      (JSON.parse(kinds) as ChannelKind[]).includes(kind) &&
      (parameters.severity === undefined || parameters.severity >= min_severity),
  )
  if (wanted.length === 0) return
  const words = cutWords(parameters)
  const body = JSON.stringify({ kind, objectType, objectId, parameters: words, people })
  for (const { id: target } of wanted) {
    const waiting = await tx
      .selectFrom('outbox')
      .select('id')
      .where('organization', '=', organization)
      .where('target', '=', target)
      .where('chat_at', 'is not', null)
      .where('attempts', '=', 0)
      .where('body', '=', body)
      .limit(1)
      .executeTakeFirst()
    if (waiting) continue
    await tx
      .insertInto('outbox')
      .values({
        ...{ id: randomBytes(12).toString('base64url'), organization, channel: 'chat', target },
        ...{ body, created_at: at, attempts: 0, next_attempt_at: null, chat_at: at },
      })
      .execute()
  }
}
