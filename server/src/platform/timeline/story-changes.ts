import type { StoryEntry } from '@assay/contract'
import { ruleCredits } from '../../storage/rows/rule-credits.ts'
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
  const read = rows.map(({ id, at, actor, details }) => {
    const { status, ruleRun, rule, ...others } = JSON.parse(details) as Record<string, unknown>
    return { id: String(id), at, by: actor, status, ruleRun, rule, fields: Object.keys(others) }
  })
  const runs = read.flatMap(({ ruleRun }) => (typeof ruleRun === 'string' ? ruleRun : []))
  const known = await ruleCredits(db, organization, runs)
  const entries: StoryEntry[] = []
  for (const { id, at, by, status, ruleRun, rule: name, fields } of read) {
    const rule = known.get(String(ruleRun)) ?? (typeof name === 'string' ? { name } : undefined)
    const entry = { id, kind: 'change' as const, at, by, fields, ...(rule && { rule }) }
    const last = entries.at(-1)
    if (typeof status === 'string') entries.push({ ...entry, status })
    else if (last && isTogether(last, entry))
      last.fields = [...new Set([...(last.fields ?? []), ...fields])]
    else if (fields.length > 0) entries.push(entry)
  }
  return entries
}

/** What a rule did is not told as a part of what the user did that it acts for. */
const isTogether = (last: StoryEntry, { by, at, rule }: Pick<StoryEntry, 'by' | 'at' | 'rule'>) =>
  last.by === by &&
  last.status === undefined &&
  last.at - at < togetherMs &&
  last.rule?.runId === rule?.runId &&
  last.rule?.name === rule?.name
