import { alert, type Created } from '@assay/contract/entities'
import { createError } from '../../domain/errors.ts'
import { changedTags } from '../../domain/response/case-rules.ts'
import type { CustomFieldInput } from '../../domain/response/custom-fields.ts'
import { findCaseTemplate } from '../case-templates/store.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { newFields } from '../custom-fields/values.ts'
import { newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { addObservables, type NewObservable } from '../observables/create.ts'
import type { AlertRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { insertAlert, touchAlert } from './store.ts'

export interface NewAlert extends Omit<Created<typeof alert>, 'tags' | 'customFields'> {
  readonly tags?: readonly string[] | undefined
  readonly customFields?: readonly CustomFieldInput[] | undefined
  readonly observables?: readonly NewObservable[] | undefined
}

/** The alert and its observables, or nothing. Equal observables are made once. */
export async function createAlert(w: Writing, input: NewAlert): Promise<AlertRow> {
  const tags = changedTags([], { addTags: input.tags })
  // An unknown name is ignored.
  const template = input.caseTemplate
    ? await findCaseTemplate(w.tx, w.organization, input.caseTemplate)
    : undefined
  const row = await insertAlert(w, {
    ...newRow(w),
    ...newColumns(alert, input, w.now),
    tags: JSON.stringify(tags),
    custom_fields: await newFields(w, input.customFields),
    case_template: template?.name ?? null,
    assignee: null,
  })
  if (!row) throw alertExists(w.organization, input.type, input.source, input.sourceRef)
  w.record({
    operation: 'create',
    objectType: 'alert',
    objectId: row.id,
    details: createdDetails(alert, row),
  })
  const { created } = await addObservables(w, { alertId: row.id }, input.observables ?? [])
  // As the original does: adding them is a change, which only a later read shows.
  if (created.length > 0) await touchAlert(w, row.id)
  await rememberTags(w, tags)
  await w.announce(w.organization, {
    kind: 'newAlert',
    objectType: 'alert',
    objectId: row.id,
    parameters: { title: row.title, severity: row.severity, tlp: row.tlp },
  })
  return row
}

export const alertExists = (organization: string, type: string, source: string, ref: string) =>
  createError(`Alert ${type}:${source}:${ref} already exist in organisation ${organization}`)
