import { type Created, caseEntity } from '@assay/contract/entities'
import { dueDateAfter, noDueDate } from '../../domain/clocks/due-date.ts'
import { changedTags, firstValues, prefixed } from '../../domain/response/case-rules.ts'
import {
  type CustomFieldInput,
  type CustomFieldValues,
  mergedFields,
} from '../../domain/response/custom-fields.ts'
import { moment } from '../../domain/response/wire-values.ts'
import { pagesOfTemplate } from '../case-templates/page-templates.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { clocksOfNew, dueDateOf, storeClocks } from '../clocks/course.ts'
import { newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { createPage, type NewPage } from '../pages/change.ts'
import { customFieldsOf } from '../render/definitions.ts'
import type { CaseRow, CaseTemplateRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { createTask, type NewTask } from '../tasks/create.ts'
import { requireUser, tellAssignee } from './people.ts'
import { insertCase, nextCaseNumber } from './store.ts'

export interface NewCase
  extends Omit<
    Created<typeof caseEntity>,
    'tags' | 'summary' | 'owner' | 'user' | 'assignee' | 'customFields'
  > {
  readonly tags?: readonly string[] | undefined
  readonly summary?: string | null | undefined
  /** The author, when no other user is named. */
  readonly assignee?: string | undefined
  readonly customFields?: readonly CustomFieldInput[] | undefined
  /** Values that were checked when they were stored elsewhere, with an alert for instance. */
  readonly fieldValues?: CustomFieldValues | undefined
  /** Says what the rest leaves open, and adds its tags and tasks. */
  readonly template?: CaseTemplateRow | undefined
  readonly tasks?: readonly NewTask[] | undefined
  readonly pages?: readonly NewPage[] | undefined
  /** How long after the event the alert came that becomes this case. */
  readonly detectMs?: number | undefined
}

export async function createCase(w: Writing, input: NewCase): Promise<CaseRow> {
  const { template } = input
  const tags = changedTags(JSON.parse(template?.tags ?? '[]'), { addTags: input.tags })
  const fields = await fieldsOf(w, input)
  const assignee =
    input.assignee === undefined ? w.actor.login : await requireUser(w, input.assignee)
  await rememberTags(w, tags)
  const course = {
    ...(dueDateAfter(noDueDate, input, { now: w.now, isOpen: true }) ?? noDueDate),
    in_progress_at: w.actor.isPerson && assignee === w.actor.login ? w.now : null,
    template_id: template?.id ?? null,
  }
  const columns = newColumns(caseEntity, completed(input), w.now)
  const clocks = await clocksOfNew(w, { ...columns, ...course })
  const row = await insertCase(w, {
    ...newRow(w),
    number: await nextCaseNumber(w),
    ...columns,
    tags: JSON.stringify(tags),
    custom_fields: JSON.stringify(fields),
    status: 'Open',
    end_date: input.endDate === undefined ? null : moment(input.endDate),
    assignee,
    ...course,
    due_date: dueDateOf(course, clocks),
    closed_at: null,
    detect_ms: input.detectMs ?? null,
    paused_at: null,
  })
  await storeClocks(w, row.id, clocks)
  w.record({
    operation: 'create',
    objectType: 'case',
    objectId: row.id,
    details: createdDetails(caseEntity, row),
  })
  await tellAssignee(w, row)
  const planned: NewTask[] = JSON.parse(template?.tasks ?? '[]')
  for (const task of [...planned, ...(input.tasks ?? [])]) await createTask(w, row, task)
  for (const page of [...(await pagesOfTemplate(w, template)), ...(input.pages ?? [])])
    await createPage(w, row.id, page)
  return row
}

/** What the input leaves open, as the template says it. */
const completed = ({ template, ...input }: NewCase) => ({
  ...input,
  title: prefixed(template?.title_prefix, input.title),
  severity: input.severity ?? template?.severity ?? undefined,
  flag: input.flag ?? template?.flag === 1,
  tlp: input.tlp ?? template?.tlp ?? undefined,
  pap: input.pap ?? template?.pap ?? undefined,
  summary: input.summary ?? template?.summary ?? undefined,
})

/** What is given wins over what came along, and that over the template. */
async function fieldsOf(w: Writing, input: NewCase): Promise<CustomFieldValues> {
  const known = firstValues([
    input.fieldValues ?? {},
    JSON.parse(input.template?.custom_fields ?? '{}'),
  ])
  if (!input.customFields?.length) return known
  return mergedFields(known, await customFieldsOf(w.tx, w.organization), input.customFields)
}
