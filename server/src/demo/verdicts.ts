import type { Deps } from '../deps.ts'
import { wantedOf } from '../knowledge/values/named.ts'
import { addMarks } from '../knowledge/verdicts/marks.ts'
import { day } from './chance.ts'
import { demoOrganization } from './users.ts'

/** The newsletter that a colleague reported was ordered: the analyst said so. */
export async function markNewsletter({ db, dialect, clock }: Deps): Promise<void> {
  const at = clock.now() - 3 * day
  const analyst = { login: 'analyst', organization: demoOrganization }
  const marks = {
    wanted: [wantedOf({ dataType: 'domain', data: 'friends.example' })],
    level: 'safe',
    cause: 'knownGood',
    reason: 'Newsletter that our sales team subscribed to',
    expiresAt: at + 30 * day,
    caseId: undefined,
    replaces: [],
  } as const
  await db.transaction().execute((tx) => addMarks(tx, dialect, analyst, marks, at))
}
