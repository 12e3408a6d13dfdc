import type { CustomFieldV1, CustomFieldValueV1 } from '@assay/contract'
import { dateAndTime } from '../../base/model/times.ts'
import { text } from '../../base/texts/index.ts'

export type FieldDefinition = Pick<CustomFieldV1, 'name' | 'displayName' | 'type' | 'options'>

/** A value for the eye. */
export function shownField({ type, value }: Pick<CustomFieldValueV1, 'type' | 'value'>): string {
  if (value === null || value === undefined || value === '') return '–'
  if (type === 'boolean') return text(value === true ? 'app.yes' : 'app.no')
  if (type === 'date' && typeof value === 'number') return dateAndTime(value)
  return String(value)
}

/** A value as the text of an input; moments as the clock of this browser shows them. */
export function typedField(type: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type !== 'date' || typeof value !== 'number') return String(value)
  const local = new Date(value - new Date(value).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The text of an input as the server expects it; empty clears. Undefined when it is invalid. */
export function parsedField(
  type: string,
  typed: string,
): string | number | boolean | null | undefined {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  switch (type) {
    case 'boolean':
      return trimmed === 'true'
    case 'integer':
      return /^[-+]?\d+$/.test(trimmed) ? finite(Number(trimmed)) : undefined
    case 'float':
      return finite(Number(trimmed))
    case 'date':
      return finite(Date.parse(trimmed))
    default:
      return typed
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : undefined)
