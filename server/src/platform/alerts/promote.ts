import { badRequest, notAllowed } from '../../domain/errors.ts'
import {
  firstValues,
  previewOfMerge,
  takesText,
  withAlert,
} from '../../domain/response/case-rules.ts'
import type { Db } from '../../storage/database.ts'
import { copyAttachments } from '../attachments/change.ts'
import { findCaseTemplate } from '../case-templates/store.ts'
import { createCase, type NewCase } from '../cases/create.ts'
import { changeCase, touchCase } from '../cases/store.ts'
import { updateCase } from '../cases/update.ts'
import type { Writing } from '../changes/write.ts'
import { copyObservables } from '../observables/create.ts'
import { countDifferent } from '../observables/store.ts'
import { alertNotFound } from '../parents/alert.ts'
import { requireCase } from '../parents/case.ts'
import { copyProcedures } from '../procedures/change.ts'
import type { AlertRow, CaseRow } from '../rows.ts'
import { sharesOf } from '../shares/store.ts'
import { changeAlert, touchAlert } from './store.ts'

/** One alert makes one case, however often and by however many it is asked. */
export async function promoteAlert(
  w: Writing,
  { id }: Pick<AlertRow, 'id'>,
  templateName: string | undefined,
  given: CaseOfAlert = {},
): Promise<CaseRow> {
  // Locked from here on: a second caller finds the case that the first has made.
  const alert = await touchAlert(w, id)
  if (alert.case_id !== null) return await requireCase(w.tx, w.organization, alert.case_id)
  const row = await createCase(w, {
    title: alert.title,
    description: alert.description,
    severity: alert.severity,
    tlp: alert.tlp,
    pap: alert.pap,
    flag: alert.flag === 1 ? true : undefined,
    tags: JSON.parse(alert.tags),
    fieldValues: JSON.parse(alert.custom_fields),
    ...withoutUndefined(given),
    detectMs: detectMs(alert),
    template: await templateFor(w, alert, templateName),
  })
  await link(w, alert, row.id)
  return row
}

/** How long after the event the alert came. */
const detectMs = ({ created_at, date }: AlertRow) => Math.max(0, created_at - date)

/** What the caller says of the case; the alert says the rest. */
export type CaseOfAlert = {
  readonly [K in Exclude<keyof NewCase, 'template'>]?: NewCase[K] | undefined
}

const withoutUndefined = (given: CaseOfAlert) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** A requested template must exist; the one that the alert names may have been deleted since. */
async function templateFor(w: Writing, alert: AlertRow, asked: string | undefined) {
  const name = asked || alert.case_template
  const template = name ? await findCaseTemplate(w.tx, w.organization, name) : undefined
  // guard: server/test/platform/promote.test.ts
  if (asked && !template) throw notAllowed('Unauthorized action')
  return template
}

/**
 * Everything that the alerts say goes into the case, in the order given; all or none. Of a case that
 * others see only what they do not read, or were promised.
 */
export async function mergeAlerts(
  w: Writing,
  alertIds: readonly string[],
  { id: caseId }: Pick<CaseRow, 'id'>,
): Promise<CaseRow> {
  const alerts = await lockAll(w, alertIds)
  // guard: server/test/platform/promote.test.ts
  if (alerts.some(({ case_id }) => case_id !== null)) throw badRequest('Alert is already imported')
  const before = await touchCase(w, caseId)
  const row = takesText(await sharesOf(w.tx, w.organization, caseId))
    ? await addTexts(w, before, alerts)
    : await updateCase(w, before, {})
  for (const alert of alerts) await link(w, alert, caseId)
  const [first] = alerts
  if (first && row.detect_ms === null)
    return await changeCase(w, row, { detect_ms: detectMs(first) })
  return row
}

async function addTexts(w: Writing, before: CaseRow, alerts: readonly AlertRow[]) {
  const fields = [before, ...alerts].map(({ custom_fields }) => JSON.parse(custom_fields))
  // As they are stored: they were checked when the alert came, and a definition may have gone since.
  await changeCase(w, before, { custom_fields: JSON.stringify(firstValues(fields)) })
  return await updateCase(w, before, {
    description: alerts.reduce((text, alert) => withAlert(text, alert), before.description),
    addTags: alerts.flatMap(({ tags }) => JSON.parse(tags) as string[]),
  })
}

/** What other organizations will see once these alerts are in the case. */
export async function previewMerge(
  db: Db,
  organization: string,
  alertIds: readonly string[],
  { id }: Pick<CaseRow, 'id'>,
) {
  const shares = await sharesOf(db, organization, id)
  return previewOfMerge(shares, await countDifferent(db, organization, alertIds))
}

/** In one order everywhere, so two merges cannot deadlock. */
async function lockAll(w: Writing, ids: readonly string[]): Promise<AlertRow[]> {
  const each = [...new Set(ids)]
  const locked = new Map<string, AlertRow>()
  for (const id of each.toSorted()) locked.set(id, await touchAlert(w, id))
  return each.flatMap((id) => locked.get(id) ?? [])
}

async function link(w: Writing, alert: AlertRow, caseId: string): Promise<void> {
  await copyObservables(w, alert.id, caseId)
  await copyAttachments(w, alert.id, caseId)
  await copyProcedures(w, alert.id, caseId)
  await changeAlert(w, alert, {
    case_id: caseId,
    read: 1,
    dismissal: null,
    import_date: w.now,
    extended_status: null,
    stage: null,
  })
  w.record({
    operation: 'update',
    objectType: 'alert',
    objectId: alert.id,
    details: { case: caseId, read: true },
  })
}

/** The alert is as if it had been read and left alone; what came from it stays in the case. */
export async function unlinkAlert(
  w: Writing,
  { id: caseId }: Pick<CaseRow, 'id'>,
  { id }: Pick<AlertRow, 'id'>,
): Promise<void> {
  const alert = await touchAlert(w, id)
  if (alert.case_id !== caseId) throw alertNotFound()
  await changeAlert(w, alert, { case_id: null, import_date: null })
  w.record({ operation: 'update', objectType: 'alert', objectId: id, details: { case: null } })
}
