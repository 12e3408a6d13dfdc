import { changedTags, type TagChange } from '../../domain/response/case-rules.ts'
import type { Db } from '../../storage/database.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { entityColumns } from '../rows.ts'

export const tagColumns = [...entityColumns, 'name', 'description', 'colour'] as const

/** Until the tag gets a color. */
const freeTagColour = '#000000'

/** Far below the number of values that one statement may bind on either database. */
const batch = 500

/** Of one transaction: a thousand entities with the same tags ask for them once. */
const remembered = new WeakMap<Writing, Set<string>>()

/**
 * Tags are created by use. They are not recorded as separate changes: the change of the tagged entity
 * says it.
 */
export async function rememberTags(w: Writing, names: readonly string[]): Promise<void> {
  const there = remembered.get(w) ?? new Set()
  remembered.set(w, there)
  // In one order everywhere, so two writers of the same tags cannot deadlock.
  const wanted = [...new Set(names)].filter((name) => !there.has(name)).sort()
  for (let start = 0; start < wanted.length; start += batch) {
    const some = wanted.slice(start, start + batch)
    const known = await knownTags(w.tx, w.organization, some)
    const missing = some.filter((name) => !known.has(name))
    for (const name of some) there.add(name)
    if (missing.length === 0) continue
    const rows = missing.map((name) => ({
      ...newRow(w),
      name,
      description: null,
      colour: freeTagColour,
    }))
    await w.tx
      .insertInto('tags')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
      .execute()
  }
}

/** What is stored after the change; undefined when it leaves the tags as they are. */
export async function changedTagText(
  w: Writing,
  stored: string,
  change: TagChange,
): Promise<string | undefined> {
  const tags = changedTags(JSON.parse(stored), change)
  const text = JSON.stringify(tags)
  if (text === stored) return undefined
  await rememberTags(w, tags)
  return text
}

async function knownTags(db: Db, organization: string, names: readonly string[]) {
  const rows = await db
    .selectFrom('tags')
    .select('name')
    .where('organization', '=', organization)
    .where('name', 'in', names)
    .execute()
  return new Set(rows.map(({ name }) => name))
}
