import type { Db } from '../../src/storage/database.ts'
import { portableTables } from '../../src/storage/rows/portable-tables.ts'

/** Everything that a backup would hold, and what is about to be started, as one text. */
export async function everyRow(db: Db): Promise<string> {
  const names = [...portableTables.map(({ name }) => name), 'starting_jobs' as const]
  const texts: string[] = []
  for (const name of names)
    texts.push(
      JSON.stringify(
        await db
          .selectFrom(name as 'jobs')
          .selectAll()
          .execute(),
      ),
    )
  return texts.join('\n')
}
