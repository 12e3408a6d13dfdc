import { createError } from '../../domain/errors.ts'
import { changedTags } from '../../domain/response/case-rules.ts'
import type { CustomFieldInput } from '../../domain/response/custom-fields.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import { findCaseTemplate } from '../case-templates/store.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { newFields } from '../custom-fields/values.ts'
import { addObservables, type NewObservable } from '../observables/create.ts'
import type { AlertRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { insertAlert } from './store.ts'

export interface NewAlert {
  readonly type: string
  readonly source: string
  readonly sourceRef: string
  readonly title: string
  readonly description: string
  readonly externalLink?: string | undefined
  readonly severity?: number | undefined
  readonly date?: number | string | undefined
  readonly tags?: readonly string[] | undefined
  readonly flag?: boolean | undefined
  readonly tlp?: number | undefined
  readonly pap?: number | undefined
  readonly follow?: boolean | undefined
  /** Name of a case template; an unknown one is ignored. */
  readonly caseTemplate?: string | undefined
  readonly customFields?: readonly CustomFieldInput[] | undefined
  readonly observables?: readonly NewObservable[] | undefined
}

/** The alert and its observables, or nothing. Equal observables are made once. */
export async function createAlert(w: Writing, input: NewAlert): Promise<AlertRow> {
  const tags = changedTags([], { addTags: input.tags })
  const template = input.caseTemplate
    ? await findCaseTemplate(w.tx, w.organization, input.caseTemplate)
    : undefined
  const date = input.date === undefined ? w.now : moment(input.date)
  const row = await insertAlert(w, {
    ...newRow(w),
    type: input.type,
    source: input.source,
    source_ref: input.sourceRef,
    external_link: input.externalLink ?? null,
    title: input.title,
    description: input.description,
    severity: whole(input.severity ?? 2),
    flag: Number(input.flag ?? false),
    tlp: whole(input.tlp ?? 2),
    pap: whole(input.pap ?? 2),
    tags: JSON.stringify(tags),
    custom_fields: await newFields(w, input.customFields),
    date,
    last_sync_date: w.now,
    read: 0,
    follow: Number(input.follow ?? true),
    case_template: template?.name ?? null,
    case_id: null,
    import_date: null,
    assignee: null,
    extended_status: null,
    stage: null,
  })
  if (!row) throw alertExists(w.organization, input.type, input.source, input.sourceRef)
  w.record({
    operation: 'create',
    objectType: 'alert',
    objectId: row.id,
    details: {
      type: row.type,
      source: row.source,
      sourceRef: row.source_ref,
      title: row.title,
      severity: row.severity,
      tlp: row.tlp,
      pap: row.pap,
      tags,
    },
  })
  await addObservables(w, { alertId: row.id }, input.observables ?? [])
  await rememberTags(w, tags)
  return row
}

export const alertExists = (organization: string, type: string, source: string, ref: string) =>
  createError(`Alert ${type}:${source}:${ref} already exist in organisation ${organization}`)
