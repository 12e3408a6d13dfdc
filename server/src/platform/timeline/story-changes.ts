import type { StoryEntry } from '@assay/contract'
import { maxOfEach, type ReadStory } from './story-parts.ts'

/** Successive changes by one user are one change. */
const togetherMs = 10 * 60_000

/**
 * Which attributes of the case were changed and by whom. What they were changed to stays in the audit
 * trail, which only administrators read; whether the case was closed or opened again is shown.
 */
export const changes: ReadStory = async (db, organization, { id: caseId }) => {
  const rows = await db
    .selectFrom('audit')
    .select(['id', 'at', 'actor', 'details'])
    .where('organization', '=', organization)
    .where('object_type', '=', 'case')
    .where('object_id', '=', caseId)
    .where('action', '=', 'case.update')
    .orderBy('id', 'desc')
    .limit(maxOfEach)
    .execute()
  const entries: StoryEntry[] = []
  for (const { id, at, actor, details } of rows) {
    const { status, ...others } = JSON.parse(details) as Record<string, unknown>
    const fields = Object.keys(others)
    const last = entries.at(-1)
    if (typeof status === 'string')
      entries.push({ id: String(id), kind: 'change', at, by: actor, status, fields })
    else if (last?.by === actor && last.status === undefined && last.at - at < togetherMs)
      last.fields = [...new Set([...(last.fields ?? []), ...fields])]
    else if (fields.length > 0)
      entries.push({ id: String(id), kind: 'change', at, by: actor, fields })
  }
  return entries
}
