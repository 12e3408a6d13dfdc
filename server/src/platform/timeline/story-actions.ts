import type { StoryEntry } from '@assay/contract'
import { isObject } from '@assay/contract/objects'
import { type SqlBool, sql } from 'kysely'
import { maxShownLength } from '../../domain/values/key.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { ruleCredits } from '../../storage/rows/rule-credits.ts'
import type { ReadStory } from './story-parts.ts'

const maxActions = 100
/** A short report contains the message of a responder; a long one is read where it is shown whole. */
const maxReport = 16_384
const maxMessage = 2_000

/** What responders did with the case, with what is in it, and with its alerts before they were merged. */
export const actions: ReadStory = async (db, organization, { id: caseId }) => {
  const rows = await db
    .selectFrom('actions')
    .select(['id', 'responder_name', 'object_type', 'object_id', 'status'])
    .select(['start_date', 'end_date', 'created_by', 'cause_run'])
    .select(
      sql<
        string | null
      >`case when octet_length(report) <= ${sql.lit(maxReport)} then report end`.as('report'),
    )
    .where('organization', '=', organization)
    .where(
      sql<SqlBool>`object_id in (
        select ${caseId} union all
        select id from observables where case_id = ${caseId} union all
        select id from tasks where case_id = ${caseId} union all
        select id from task_logs where case_id = ${caseId} union all
        select id from alerts where case_id = ${caseId})`,
    )
    .orderBy('start_date', 'desc')
    .limit(maxActions)
    .execute()
  const titles = await titlesOf(
    db,
    organization,
    rows.map(({ object_id }) => object_id),
  )
  const rules = await ruleCredits(
    db,
    organization,
    rows.map(({ cause_run }) => cause_run),
  )
  return rows.map((row): StoryEntry => {
    const rule = rules.get(row.cause_run ?? '')
    const title = titles.get(row.object_id)
    const message = messageOf(row.report)
    return {
      id: row.id,
      kind: 'action',
      at: row.start_date,
      by: row.created_by,
      title: row.responder_name,
      status: row.status,
      object: {
        type: row.object_type,
        id: row.object_id,
        ...(title?.title !== undefined && { title: title.title }),
      },
      ...(title?.value && { values: [title.value] }),
      ...(message !== '' && { message }),
      ...(row.end_date !== null && { endDate: row.end_date }),
      ...(rule && { rule }),
    }
  })
}

interface Named {
  readonly title?: string
  readonly value?: { readonly dataType: string; readonly data?: string; readonly filename?: string }
}

async function titlesOf(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, Named>> {
  const observables = await inBatches(ids, (some) =>
    db
      .selectFrom('observables')
      .select(['id', 'data_type', 'attachment_name'])
      .select(
        sql<
          string | null
        >`case when octet_length(data) <= ${sql.lit(maxShownLength)} then data end`.as('data'),
      )
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .execute(),
  )
  const titled = await inBatches(ids, (some) =>
    db
      .selectFrom('tasks')
      .select(['id', 'title'])
      .where('organization', '=', organization)
      .where('id', 'in', some)
      .unionAll(
        db
          .selectFrom('alerts')
          .select(['id', 'title'])
          .where('organization', '=', organization)
          .where('id', 'in', some),
      )
      .execute(),
  )
  return new Map<string, Named>([
    ...titled.map(({ id, title }) => [id, { title }] as const),
    ...observables.map(
      ({ id, data_type, attachment_name, data }) =>
        [
          id,
          {
            value: {
              dataType: data_type,
              ...(attachment_name !== null && { filename: attachment_name }),
              ...(data !== null && { data }),
            },
          },
        ] as const,
    ),
  ])
}

/** A third-party program wrote it: whatever it holds, a text comes out. */
function messageOf(report: string | null): string {
  if (report === null || report === '') return ''
  try {
    const read: unknown = JSON.parse(report)
    if (!isObject(read)) return ''
    const { errorMessage, message } = read as Record<string, unknown>
    const said = typeof errorMessage === 'string' && errorMessage !== '' ? errorMessage : message
    return typeof said === 'string' ? said.slice(0, maxMessage) : ''
  } catch {
    return ''
  }
}
