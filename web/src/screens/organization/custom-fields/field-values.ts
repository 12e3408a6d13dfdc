import type { CustomFieldV1 } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'

export const fieldTypes = ['string', 'integer', 'float', 'boolean', 'date'] as const
export type FieldType = (typeof fieldTypes)[number]

export interface FieldValues {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly type: FieldType
  readonly mandatory: boolean
  /** One to a line; empty when any value will do. */
  readonly options: string
}

export const valuesOf = (field: CustomFieldV1 | undefined): FieldValues => ({
  name: field?.name ?? '',
  displayName: field?.displayName ?? '',
  description: field?.description ?? '',
  type: fieldTypes.find((type) => type === field?.type) ?? 'string',
  mandatory: field?.mandatory ?? false,
  options: field ? field.options.map((option) => written(field.type, option)).join('\n') : '',
})

const written = (type: string, option: unknown) =>
  type === 'date' && typeof option === 'number'
    ? new Date(option).toISOString().slice(0, 10)
    : String(option)

type Option = string | number | boolean

/** The options, of the type of the field; the first invalid line is reported. */
export function readOptions(
  type: FieldType,
  lines: string,
): { options: Option[] } | { error: string } {
  const texts = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const options: Option[] = []
  for (const line of texts) {
    const option = readOption(type, line)
    if (option === undefined) return { error: text('fields.wrongOption', { line }) }
    options.push(option)
  }
  return { options }
}

function readOption(type: FieldType, line: string): Option | undefined {
  switch (type) {
    case 'string':
      return line
    case 'boolean':
      return line === 'true' ? true : line === 'false' ? false : undefined
    case 'integer':
      return /^[+-]?\d{1,15}$/.test(line) ? Number(line) : undefined
    case 'float': {
      const number = Number(line)
      return Number.isFinite(number) ? number : undefined
    }
    case 'date': {
      const moment = Date.parse(line)
      return Number.isNaN(moment) ? undefined : moment
    }
  }
}

export function fieldErrors(values: FieldValues): Record<string, string> {
  const read = readOptions(values.type, values.options)
  return {
    ...(values.name.trim() === '' ? { name: text('fields.nameMissing') } : {}),
    ...('error' in read ? { options: read.error } : {}),
  }
}

/** The name and the type stay for good: values that exist depend on them. */
export function fieldChange(values: FieldValues) {
  const read = readOptions(values.type, values.options)
  return {
    displayName: values.displayName.trim() || values.name.trim(),
    description: values.description,
    mandatory: values.mandatory,
    options: 'options' in read ? read.options : [],
  }
}
