import type { Secrets } from '../../identity/secrets.ts'
import type { Database } from '../../storage/database.ts'
import { erasing } from '../../storage/schema/erase.ts'
import type { WebhookRow } from '../deliveries/queue.ts'

/** Sealing context of the address: copied to another webhook it does not open. */
export const urlContext = (webhookId: string) => `webhooks.url_sealed:${webhookId}` as const

export const sealUrl = (secrets: Secrets, webhookId: string, url: string) => ({
  url: '',
  url_sealed: secrets.seal(urlContext(webhookId), url),
})

export const receiverForm = 'an http or https URL without credentials'

export function isReceiver(text: string): boolean {
  const url = URL.parse(text)
  return !!url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/** Only for administrators, who wrote it, and for the sender; a reference is still one. */
export const openUrl = (secrets: Secrets, { id, url, url_sealed }: WebhookRow): string =>
  url_sealed === null ? url : secrets.open(urlContext(id), url_sealed)

/** Seals the addresses that an earlier version stored in clear. Safe in several processes at once. */
export async function sealStoredUrls(
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  secrets: Secrets,
): Promise<void> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'url'])
    .where('url_sealed', 'is', null)
    .execute()
  if (rows.length === 0) return
  await erasing({ db, dialect }, async () => {
    for (const { id, url } of rows)
      await db
        .updateTable('webhooks')
        .set(sealUrl(secrets, id, url))
        .where('id', '=', id)
        .where('url_sealed', 'is', null)
        .execute()
  })
}

/**
 * What went wrong, for the log and the list of deliveries. Of the address no more than the host may
 * be in it, whatever a library quotes.
 */
export function withoutUrl(reason: string, text: string): string {
  const url = URL.parse(text)
  if (!url) return reason
  const parts = [text, url.href, url.pathname + url.search, url.search, url.pathname, url.hash]
  return parts
    .filter((part) => part.length > 1)
    .reduce((shown, part) => shown.replaceAll(part, '…'), reason)
}
