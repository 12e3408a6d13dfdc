import { type CaseStatus, taskStatuses } from '@assay/contract/entities'
import type { Insertable } from 'kysely'
import {
  type CustomFieldRules,
  type CustomFieldValue,
  readCustomFields,
  typedValue,
} from '../../domain/response/custom-fields.ts'
import { mergedTags } from '../../domain/response/observable-values.ts'
import type { AlertTable, CaseTable, TaskTable } from '../../storage/tables/platform.ts'
import { importer } from './request.ts'
import {
  asAuthor,
  asDate,
  asFlag,
  asLevel,
  asNumber,
  asText,
  asTexts,
  changesOf,
  type Values,
} from './values.ts'

/** Reports something in a row that has no equivalent here. */
export type Report = (what: string, advice: string) => void

interface Owned {
  readonly id: string
  readonly organization: string
  readonly now: number
}

/** As many and as long as those that are made here. */
const maxTags = 1_000
const maxTag = 256

export const tagsOf = (thing: Values): string[] =>
  mergedTags(
    [],
    asTexts(thing.tags)
      .filter((tag) => tag.length <= maxTag)
      .slice(0, maxTags),
  )

const severityOf = (value: unknown) => Math.min(4, Math.max(1, asNumber(value) ?? 2))

/** As long as one that is made here. */
const maxTitle = 512

function titleOf({ title }: Values, report: Report): string {
  const whole = asText(title) ?? ''
  if (whole.length > maxTitle)
    report(`titles of more than ${maxTitle} characters`, 'They are cut here')
  return whole.slice(0, maxTitle).toWellFormed()
}

const marked = (thing: Values, rules: CustomFieldRules, report: Report) => ({
  title: titleOf(thing, report),
  description: asText(thing.description) ?? '',
  severity: severityOf(thing.severity),
  flag: asFlag(thing.flag),
  tlp: asLevel(thing.tlp),
  pap: asLevel(thing.pap),
  tags: JSON.stringify(tagsOf(thing)),
  custom_fields: JSON.stringify(fieldValues(thing.customFields, rules, report)),
})

export function caseRow(
  { id, organization, now }: Owned,
  number: number,
  thing: Values,
  rules: CustomFieldRules,
  report: Report,
): Insertable<CaseTable> {
  const changes = changesOf(thing, { at: now, by: importer })
  const { status, resolution } = caseStatus(thing, report)
  return {
    id,
    organization,
    ...changes,
    ...marked(thing, rules, report),
    number,
    status,
    start_date: asDate(thing.startDate) ?? changes.created_at,
    end_date: asDate(thing.endDate) ?? null,
    summary: asText(thing.summary) ?? null,
    resolution_status: oneOf(resolutions, thing.resolutionStatus, report) ?? resolution ?? null,
    impact_status: oneOf(impacts, thing.impactStatus, report) ?? null,
    assignee: asAuthor(thing.assignee) ?? asAuthor(thing.owner) ?? null,
  }
}

export const caseNumber = (thing: Values): number | undefined => {
  const number = asNumber(thing.number) ?? asNumber(thing.caseId)
  return number !== undefined && number > 0 && number <= maxNumber ? number : undefined
}

/** All organizations share one sequence of case numbers: the largest possible number would end it. */
export const maxNumber = 1_000_000_000

const resolutions = ['Indeterminate', 'FalsePositive', 'TruePositive', 'Other', 'Duplicated']
const impacts = ['NoImpact', 'WithImpact', 'NotApplicable']

function oneOf(known: readonly string[], value: unknown, report: Report): string | undefined {
  const text = asText(value)
  if (text === undefined || known.includes(text)) return text
  report(`the resolution or impact status ${text.slice(0, 100)}`, 'Set another one by hand')
  return undefined
}

/** Version 5 has any number of statuses, each in one of three stages. */
function caseStatus(thing: Values, report: Report): { status: CaseStatus; resolution?: string } {
  const status = asText(thing.status) ?? ''
  if (status === 'Open' || status === 'Resolved' || status === 'Duplicated') return { status }
  const stage = asText(thing.stage)
  if (stage === 'Closed' || resolutions.includes(status))
    return { status: 'Resolved', resolution: resolutions.includes(status) ? status : 'Other' }
  const isOpen = ['New', 'InProgress'].includes(stage ?? status)
  const isOver = !isOpen && asDate(thing.endDate) !== undefined
  if (!['New', 'InProgress'].includes(status))
    report(
      `the case status ${JSON.stringify(status.slice(0, 100))}`,
      `Such cases are ${isOver ? 'Resolved' : 'Open'} here; change them if that is wrong`,
    )
  return isOver ? { status: 'Resolved', resolution: 'Other' } : { status: 'Open' }
}

/** The last version kept what was deleted, with this status. */
export const isDeleted = ({ status }: Values): boolean => status === 'Deleted'

export function taskRow(
  { id, organization, now }: Owned,
  caseId: string,
  thing: Values,
  report: Report,
): Insertable<TaskTable> {
  const status = taskStatuses.find((known) => known === thing.status)
  if (!status) report('a task status that is unknown here', 'Such tasks are Waiting here')
  return {
    id,
    organization,
    ...changesOf(thing, { at: now, by: importer }),
    case_id: caseId,
    title: titleOf(thing, report),
    task_group: (asText(thing.group) ?? 'default').slice(0, 128),
    description: asText(thing.description) ?? null,
    assignee: asAuthor(thing.assignee) ?? asAuthor(thing.owner) ?? null,
    status: status ?? 'Waiting',
    flag: asFlag(thing.flag),
    start_date: asDate(thing.startDate) ?? null,
    end_date: asDate(thing.endDate) ?? null,
    due_date: asDate(thing.dueDate) ?? null,
    position: asNumber(thing.order) ?? 0,
    mandatory: asFlag(thing.mandatory),
  }
}

/** Of type, source and reference together; an index of a database takes no more. */
const maxName = 600

/** Undefined when it lacks what identifies it. */
export function alertRow(
  { id, organization, now }: Owned,
  caseId: string | undefined,
  thing: Values,
  rules: CustomFieldRules,
  report: Report,
): Insertable<AlertTable> | undefined {
  const [type, source, ref] = [thing.type, thing.source, thing.sourceRef].map(asText)
  if (type === undefined || source === undefined || ref === undefined) return undefined
  if (type.length + source.length + ref.length > maxName) return undefined
  const changes = changesOf(thing, { at: now, by: importer })
  const date = asDate(thing.date) ?? changes.created_at
  return {
    id,
    organization,
    ...changes,
    ...marked(thing, rules, report),
    type,
    source,
    source_ref: ref,
    external_link: asText(thing.externalLink) ?? null,
    date,
    last_sync_date: asDate(thing.lastSyncDate) ?? date,
    read: Number(isRead(thing)),
    follow: thing.follow === false ? 0 : 1,
    case_template: asText(thing.caseTemplate) ?? null,
    case_id: caseId ?? null,
    import_date:
      caseId === undefined
        ? null
        : (asDate(thing.importDate) ?? asDate(thing.importedDate) ?? date),
  }
}

const isRead = ({ read, status, stage }: Values): boolean => {
  if (typeof read === 'boolean') return read
  if (typeof stage === 'string') return stage !== 'New'
  return status === 'Ignored' || status === 'Imported'
}

/** Values as they were given: today's choices do not matter. */
export function fieldValues(
  sent: unknown,
  rules: CustomFieldRules,
  report: Report,
): Record<string, CustomFieldValue> {
  const values: Record<string, CustomFieldValue> = {}
  const named = Array.isArray(sent) ? sent.filter((item) => typeof item?.name === 'string') : sent
  for (const { name, value, order } of readCustomFields(named)) {
    const rule = rules.get(name)
    const given = value ?? null
    const typed = rule && given !== null ? typedValue(rule.type, cleaned(given)) : null
    if (rule && typed !== undefined)
      values[name] = { type: rule.type, value: typed, order: order ?? null }
    else
      report(
        `values of the custom field ${name.slice(0, 100)}, which is ${rule ? `of type ${rule.type}` : 'not defined'} here`,
        'Define it and set them by hand',
      )
  }
  return values
}

const cleaned = (value: unknown) => asText(value) ?? value
