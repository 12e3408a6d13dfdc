import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Which update of a watched observable its watcher has a notice of; those of before have none. */
export const noticedNews: Migration = {
  name: '0116-noticed-news',
  keepsOlder: true,
  up: async (db, { integer }) => {
    await db.schema.alterTable('value_news').addColumn('noticed_at', integer).execute()
    await sql`update value_news set noticed_at = at`.execute(db)
    await sql`create index value_news_unnoticed on value_news (at)
      where noticed_at is null or noticed_at <> at`.execute(db)
  },
}
