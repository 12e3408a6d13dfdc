export type CustomFieldType = 'string' | 'integer' | 'float' | 'boolean' | 'date'

/** As stored with a case or an alert, by name of the field. */
export interface CustomFieldValue {
  readonly type: CustomFieldType
  readonly value: string | number | boolean | null
  readonly order: number | null
}

export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>
