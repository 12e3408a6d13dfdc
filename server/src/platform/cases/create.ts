import { changedTags, firstValues, prefixed } from '../../domain/response/case-rules.ts'
import {
  type CustomFieldInput,
  type CustomFieldValues,
  mergedFields,
} from '../../domain/response/custom-fields.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { customFieldsOf } from '../render/definitions.ts'
import type { CaseRow, CaseTemplateRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { createTask, type NewTask } from '../tasks/create.ts'
import { requireUser } from './people.ts'
import { insertCase, nextCaseNumber } from './store.ts'

export interface NewCase {
  readonly title: string
  readonly description: string
  readonly severity?: number | undefined
  readonly startDate?: number | string | undefined
  readonly endDate?: number | string | undefined
  readonly tags?: readonly string[] | undefined
  readonly flag?: boolean | undefined
  readonly tlp?: number | undefined
  readonly pap?: number | undefined
  readonly summary?: string | null | undefined
  /** The author, when no other user is named. */
  readonly assignee?: string | undefined
  readonly customFields?: readonly CustomFieldInput[] | undefined
  /** Values that were checked when they were stored elsewhere, with an alert for instance. */
  readonly fieldValues?: CustomFieldValues | undefined
  /** Says what the rest leaves open, and adds its tags and tasks. */
  readonly template?: CaseTemplateRow | undefined
  readonly tasks?: readonly NewTask[] | undefined
}

export async function createCase(w: Writing, input: NewCase): Promise<CaseRow> {
  const { template } = input
  const tags = changedTags(JSON.parse(template?.tags ?? '[]'), { addTags: input.tags })
  const fields = await fieldsOf(w, input)
  const assignee =
    input.assignee === undefined ? w.actor.login : await requireUser(w, input.assignee)
  await rememberTags(w, tags)
  const row = await insertCase(w, {
    ...newRow(w),
    number: await nextCaseNumber(w),
    title: prefixed(template?.title_prefix, input.title),
    description: input.description,
    severity: whole(input.severity ?? template?.severity ?? 2),
    flag: input.flag === undefined ? (template?.flag ?? 0) : Number(input.flag),
    tlp: whole(input.tlp ?? template?.tlp ?? 2),
    pap: whole(input.pap ?? template?.pap ?? 2),
    tags: JSON.stringify(tags),
    custom_fields: JSON.stringify(fields),
    status: 'Open',
    start_date: input.startDate === undefined ? w.now : moment(input.startDate),
    end_date: input.endDate === undefined ? null : moment(input.endDate),
    summary: input.summary ?? template?.summary ?? null,
    resolution_status: null,
    impact_status: null,
    assignee,
    extended_status: null,
    stage: null,
  })
  w.record({
    operation: 'create',
    objectType: 'case',
    objectId: row.id,
    details: {
      caseId: row.number,
      title: row.title,
      severity: row.severity,
      tlp: row.tlp,
      pap: row.pap,
      status: row.status,
      owner: row.assignee,
      tags,
    },
  })
  const planned: NewTask[] = JSON.parse(template?.tasks ?? '[]')
  for (const task of [...planned, ...(input.tasks ?? [])]) await createTask(w, row, task)
  return row
}

/** What is given wins over what came along, and that over the template. */
async function fieldsOf(w: Writing, input: NewCase): Promise<CustomFieldValues> {
  const known = firstValues([
    input.fieldValues ?? {},
    JSON.parse(input.template?.custom_fields ?? '{}'),
  ])
  if (!input.customFields?.length) return known
  return mergedFields(known, await customFieldsOf(w.tx, w.organization), input.customFields)
}
