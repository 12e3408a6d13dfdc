import type { StoryEntry } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import type { CaseRow } from '../rows.ts'
import { actions } from './story-actions.ts'
import { changes } from './story-changes.ts'
import { alerts, comments, events, logs, tasks, techniques } from './story-parts.ts'
import { reports } from './story-reports.ts'
import { madeByRules, madeName } from './story-rules.ts'
import { values } from './story-values.ts'
import { verdicts } from './story-verdicts.ts'

/** What has happened in a case in the words of people, the newest first. */
export async function storyOf(db: Db, organization: string, row: CaseRow): Promise<StoryEntry[]> {
  const entries: StoryEntry[] = [
    { id: row.id, kind: 'case', at: row.created_at, by: row.created_by, status: 'opened' },
  ]
  const parts = [
    comments,
    logs,
    tasks,
    alerts,
    techniques,
    events,
    values,
    actions,
    changes,
    verdicts,
    reports,
  ]
  for (const read of parts) entries.push(...(await read(db, organization, row)))
  const rules = await madeByRules(db, organization, row)
  for (const entry of entries) {
    const rule = rules.get(madeName(entry.kind, entry.id))
    if (rule) entry.rule = rule
  }
  return entries.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
}
