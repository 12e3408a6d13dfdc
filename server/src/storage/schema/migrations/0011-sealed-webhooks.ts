import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Addresses of webhooks often hold tokens. They are sealed from now on; those of earlier versions
 * wait in `url` for the start of the platform, because a migration has no master key
 * (`platform/webhooks/urls.ts`). Where they were copied to they are taken out here: the audit
 * trail, and messages to other webhooks.
 */
export const sealedWebhooks: Migration = {
  name: '0011-sealed-webhooks',

  async up(db, { name, text }) {
    await db.schema.alterTable('webhooks').addColumn('url_sealed', text).execute()
    const isPostgres = name === 'postgres'
    const details = isPostgres
      ? sql`(details::jsonb - 'url')::text`
      : sql`json_remove(details, '$.url')`
    await sql`update audit set details = ${details}
      where object_type = 'webhook' and details like '%"url"%'`.execute(db)
    const body = isPostgres
      ? sql`(body::jsonb #- '{details,url}')::text`
      : sql`json_remove(body, '$.details.url')`
    await sql`update webhook_deliveries set body = ${body}
      where body like '%"objectType":"webhook"%' and body like '%"url"%'`.execute(db)
  },
}
