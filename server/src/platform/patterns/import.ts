import { badRequest } from '../../domain/errors.ts'
import { attackPattern, type ImportedPattern, stixObjects } from '../../domain/response/stix.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import { changedNow, newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { wholePlatform } from '../rows.ts'

const chunkBytes = 256 * 1024
/** The three matrices together have about a thousand. */
const maxPatterns = 5_000

async function* chunksOf(file: ReceivedFile): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < file.size; position += chunkBytes)
    yield await file.read(position, Math.min(chunkBytes, file.size - position))
}

/** Every technique of the bundle, the last one where a number comes twice. */
export async function readPatterns(file: ReceivedFile): Promise<ImportedPattern[]> {
  const found = new Map<string, ImportedPattern>()
  for await (const object of stixObjects(chunksOf(file))) {
    const pattern = attackPattern(object)
    if (!pattern) continue
    // A number that was withdrawn may come again under its successor.
    if (!pattern.revoked || !found.has(pattern.patternId)) found.set(pattern.patternId, pattern)
    if (found.size > maxPatterns)
      throw badRequest(`The bundle exceeds the limit of ${maxPatterns} techniques`)
  }
  if (found.size === 0)
    throw badRequest(
      'The file contains no ATT&CK techniques. Send a STIX bundle such as enterprise-attack.json',
    )
  return [...found.values()]
}

/** New techniques are added, known ones are brought up to date, others stay. */
export async function storePatterns(w: Writing, patterns: readonly ImportedPattern[]) {
  const rows = await w.tx
    .selectFrom('patterns')
    .select('pattern_id')
    .where('organization', '=', wholePlatform)
    .execute()
  const known = new Set(rows.map(({ pattern_id }) => pattern_id))
  const results: { patternId: string; status: 'Created' | 'Updated' }[] = []
  for (const pattern of patterns) {
    const { patternId } = pattern
    const isKnown = known.has(patternId)
    if (isKnown)
      await w.tx
        .updateTable('patterns')
        .set({ ...columnsOf(pattern), ...changedNow(w) })
        .where('organization', '=', wholePlatform)
        .where('pattern_id', '=', patternId)
        .execute()
    else
      await w.tx
        .insertInto('patterns')
        .values({ ...newRow(w), organization: wholePlatform, ...columnsOf(pattern) })
        .execute()
    results.push({ patternId, status: isKnown ? 'Updated' : 'Created' })
  }
  w.record({
    operation: 'update',
    objectType: 'pattern',
    objectId: 'attack',
    details: {
      created: results.filter(({ status }) => status === 'Created').length,
      updated: results.filter(({ status }) => status === 'Updated').length,
    },
  })
  return results
}

const columnsOf = (pattern: ImportedPattern) => ({
  pattern_id: pattern.patternId,
  name: pattern.name,
  tactics: JSON.stringify(pattern.tactics),
  url: pattern.url,
  revoked: Number(pattern.revoked),
  version: pattern.version || null,
  platforms: JSON.stringify(pattern.platforms),
  details: JSON.stringify(pattern.details),
  description: pattern.description || null,
})
