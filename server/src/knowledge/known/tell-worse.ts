import { analyst } from '../../domain/values/decision.ts'
import { movesOf, readChanges, verdictOf } from '../../domain/values/verdict.ts'
import { newlyWorse } from '../../domain/values/worse.ts'
import type { Db } from '../../storage/database.ts'
import { type NoticedPerson, notify } from '../../storage/rows/notices.ts'

/** Of one observable, the newest first. */
const maxCases = 50
const maxShown = 300

export interface Judged {
  readonly key: string
  readonly dataType: string
  readonly data: string
  readonly isFile: boolean
  readonly hashes: readonly string[]
  /** When its verdict had last changed, when its row was written the last time. */
  readonly knownChange: number | null
  readonly answers: readonly {
    readonly worker_id: string
    readonly worker_name: string
    readonly changes: string
  }[]
}

/** The assignees of open cases with an observable whose verdict became worse; not the analyst who said so. */
export async function tellWorse(
  tx: Db,
  organization: string,
  { key, dataType, data, isFile, hashes, knownChange, answers }: Judged,
): Promise<NoticedPerson[]> {
  const worse = newlyWorse(movesOf(answers.map(({ changes }) => readChanges(changes))), knownChange)
  if (!worse) return []
  const by = answers[worse.by]
  const cases = await tx
    .selectFrom('observables as o')
    .innerJoin('cases as c', (join) =>
      join.onRef('c.id', '=', 'o.case_id').onRef('c.organization', '=', 'o.organization'),
    )
    .select(['c.id', 'c.number', 'c.title', 'c.severity', 'c.tlp', 'c.assignee'])
    .distinct()
    .where('o.organization', '=', organization)
    .where('o.value_hash', 'in', hashes)
    .$if(!isFile, (query) => query.where('o.data_type', '=', dataType))
    .where('o.attachment_id', isFile ? 'is not' : 'is', null)
    .where('c.status', '=', 'Open')
    .where('c.assignee', 'is not', null)
    .orderBy('c.number', 'desc')
    .limit(maxCases)
    .execute()
  const author = by?.worker_id === analyst ? await authorOf(tx, organization, key) : undefined
  const told: NoticedPerson[] = []
  // One notice for each person, about the newest of their cases.
  const newest = new Map(cases.toReversed().map((one) => [one.assignee, one]))
  for (const [assignee, { id, number, title, severity, tlp }] of newest) {
    if (assignee === author) continue
    const parameters = {
      ...{ caseId: id, number, title, severity, tlp, dataType, data: data.slice(0, maxShown) },
      ...{ from: verdictOf(worse.from ?? 0), to: verdictOf(worse.rank) },
      ...(isFile && hashes[0] !== undefined ? { hash: hashes[0] } : {}),
      ...(by && by.worker_id !== analyst ? { name: by.worker_name } : {}),
    }
    const about = { kind: 'verdictWorse', objectType: 'value', objectId: key, parameters } as const
    told.push(...(await notify(tx, organization, [assignee], about, worse.at)))
  }
  return told
}

async function authorOf(tx: Db, organization: string, key: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('analyst_verdicts')
    .select('login')
    .where('organization', '=', organization)
    .where('value_hash', '=', key)
    .where('case_id', 'is', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row?.login
}
