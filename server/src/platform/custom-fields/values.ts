import {
  type CustomFieldInput,
  mergedFields,
  replacedFields,
} from '../../domain/response/custom-fields.ts'
import type { Writing } from '../changes/write.ts'
import { customFieldsOf } from '../render/definitions.ts'

export interface FieldsChange {
  /** These and no others. */
  readonly customFields?: readonly CustomFieldInput[] | undefined
  /** These, and the others stay. */
  readonly setCustomFields?: readonly CustomFieldInput[] | undefined
}

/** What is stored after the change; undefined when nothing was said about custom fields. */
export async function changedFields(
  w: Writing,
  stored: string,
  { customFields, setCustomFields }: FieldsChange,
): Promise<string | undefined> {
  if (customFields === undefined && !setCustomFields?.length) return undefined
  const rules = await customFieldsOf(w.tx, w.organization)
  const kept = customFields ? replacedFields(rules, customFields) : JSON.parse(stored)
  return JSON.stringify(mergedFields(kept, rules, setCustomFields ?? []))
}

/** Values as a client sends them with a new entity; undefined when it sends none. */
export async function newFields(
  w: Writing,
  inputs: readonly CustomFieldInput[] | undefined,
): Promise<string> {
  return (await changedFields(w, '{}', { customFields: inputs })) ?? '{}'
}
