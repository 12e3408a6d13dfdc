import type { CaseTemplateV1, CustomFieldV1 } from '@assay/contract'
import { isRecord } from '../../../base/model/levels.ts'
import { text } from '../../../base/texts/index.ts'

export interface TemplateTask {
  /** Stays the same while tasks are moved. */
  readonly key: string
  readonly title: string
  readonly group: string
  readonly description: string
  /** What else the task holds; kept as it is. */
  readonly rest: Readonly<Record<string, unknown>>
}

export interface TemplateField {
  readonly name: string
  readonly type: string
  /** As typed; empty when cases start without a value. */
  readonly value: string
}

export interface TemplateValues {
  readonly name: string
  readonly displayName: string
  readonly titlePrefix: string
  readonly description: string
  readonly summary: string
  /** Numbers as texts; empty leaves it to the creator of the case. */
  readonly severity: string
  readonly tlp: string
  readonly pap: string
  readonly flag: boolean
  /** Separated by commas. */
  readonly tags: string
  readonly tasks: readonly TemplateTask[]
  readonly fields: readonly TemplateField[]
}

const numberText = (value: number | undefined) => (value === undefined ? '' : String(value))
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

let nextKey = 0
export function newTask(task: Readonly<Record<string, unknown>> = {}): TemplateTask {
  const { title, group, description, ...rest } = task
  nextKey += 1
  return {
    key: `task-${nextKey}`,
    title: textIn(title),
    group: textIn(group),
    description: textIn(description),
    rest,
  }
}

export const valuesOf = (template: CaseTemplateV1 | undefined): TemplateValues => ({
  name: template?.name ?? '',
  displayName: template?.displayName ?? '',
  titlePrefix: template?.titlePrefix ?? '',
  description: template?.description ?? '',
  summary: template?.summary ?? '',
  severity: numberText(template?.severity),
  tlp: numberText(template?.tlp),
  pap: numberText(template?.pap),
  flag: template?.flag ?? false,
  tags: template?.tags.join(', ') ?? '',
  tasks: template?.tasks.filter(isRecord).map(newTask) ?? [],
  fields: (template?.customFields ?? [])
    .toSorted((a, b) => a.order - b.order)
    .map(({ name, type, value }) => ({ name, type, value: writtenValue(type, value) })),
})

export const newField = ({ name, type }: CustomFieldV1): TemplateField => ({
  name,
  type,
  value: '',
})

function writtenValue(type: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  return type === 'date' && typeof value === 'number'
    ? new Date(value).toISOString().slice(0, 10)
    : String(value)
}

/** Undefined when what was typed is not of the type. */
function readValue(type: string, typed: string): unknown {
  if (typed.trim() === '') return null
  switch (type) {
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined
    case 'float':
      return Number.isFinite(Number(typed)) ? Number(typed) : undefined
    case 'boolean':
      return typed === 'true' ? true : typed === 'false' ? false : undefined
    case 'date': {
      const moment = Date.parse(typed)
      return Number.isNaN(moment) ? undefined : moment
    }
    default:
      return typed
  }
}

export const fieldKey = (name: string) => `customFields.${name}`

export function templateErrors(values: TemplateValues): Record<string, string> {
  const wrongFields = values.fields.filter(
    ({ type, value }) => readValue(type, value) === undefined,
  )
  return {
    ...(values.name.trim() === '' ? { name: text('templates.nameMissing') } : {}),
    ...Object.fromEntries(
      values.tasks
        .filter(({ title }) => title.trim() === '')
        .map(({ key }) => [key, text('templates.taskTitleMissing')]),
    ),
    ...Object.fromEntries(
      wrongFields.map(({ name, type }) => [fieldKey(name), text('templates.wrongValue', { type })]),
    ),
  }
}

const orNull = (typed: string) => (typed.trim() === '' ? null : typed)
const numberOrNull = (typed: string) => (typed === '' ? null : Number(typed))

/** Everything is sent: null says that nothing is set. */
export function templateInput(values: TemplateValues) {
  const tags = values.tags.split(',').map((tag) => tag.trim())
  return {
    name: values.name.trim(),
    displayName: values.displayName.trim() || values.name.trim(),
    titlePrefix: orNull(values.titlePrefix),
    description: orNull(values.description),
    summary: orNull(values.summary),
    severity: numberOrNull(values.severity),
    tlp: numberOrNull(values.tlp),
    pap: numberOrNull(values.pap),
    flag: values.flag,
    tags: [...new Set(tags.filter(Boolean))],
    tasks: values.tasks.map(({ title, group, description, rest }, order) => ({
      ...rest,
      title: title.trim(),
      group: orNull(group),
      description: orNull(description),
      order,
    })),
    customFields: values.fields.map(({ name, type, value }, order) => ({
      name,
      value: readValue(type, value) ?? null,
      order,
    })),
  }
}
