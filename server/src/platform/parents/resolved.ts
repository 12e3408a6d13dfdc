import type { Db } from '../../storage/database.ts'
import type { Writing } from '../changes/write.ts'

/** Ids, names or numbers → ids, each once. */
export async function resolved(
  w: Pick<Writing, 'tx' | 'organization'>,
  requireOne: (db: Db, organization: string, idOrName: string) => Promise<{ id: string }>,
  idsOrNames: readonly string[],
): Promise<string[]> {
  const ids = new Set<string>()
  for (const idOrName of idsOrNames) ids.add((await requireOne(w.tx, w.organization, idOrName)).id)
  return [...ids]
}
