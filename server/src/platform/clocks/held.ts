import type { Db } from '../../storage/database.ts'

/** A backup was restored, and nobody has confirmed it yet. */
export async function areHeld(db: Db, organization: string): Promise<boolean> {
  const pause = await db
    .selectFrom('automation_pauses')
    .select('organization')
    .where('organization', '=', organization)
    .where('kind', '=', 'restore')
    .executeTakeFirst()
  return pause !== undefined
}
