import { isObject } from '@assay/contract/objects'
import { type QueryLocation, type Scalar, scalar } from '../criteria-tree.ts'
import { AttributeCheckingError } from '../errors.ts'
import { asDate, decimal } from '../search-values.ts'

export interface FieldRule {
  /** As the search model knows it: `customFields.customer.string` is `customFields.customer`. */
  readonly name: string
  readonly kind: 'keyword' | 'text' | 'number' | 'decimal' | 'date' | 'boolean' | 'list'
  /** All values there are; others are refused. */
  readonly values?: readonly string[]
}

/** The value as the field holds it, or a 400 that says what the field holds. */
export const filterValue = (field: FieldRule, value: unknown, at: QueryLocation): Scalar => {
  const given = scalarOf(value, at)
  switch (field.kind) {
    case 'keyword':
    case 'text':
    case 'list': {
      const text = String(given)
      if (field.values?.includes(text) === false) throw wrongValue(field, value, field.values)
      return text
    }
    case 'number':
    case 'decimal': {
      const number = typeof given === 'number' ? given : decimal(String(given))
      if (number === undefined || typeof given === 'boolean') throw wrongValue(field, value)
      // Whole numbers are read as decimals and cut, as everywhere else on this wire.
      return field.kind === 'number' ? Math.trunc(number) : number
    }
    case 'date':
      return moment(field, given, value)
    case 'boolean':
      if (given === true || given === 'true' || given === 1 || given === '1') return true
      if (given === false || given === 'false' || given === 0 || given === '0') return false
      throw wrongValue(field, value, ['true', 'false'])
  }
}

const moment = (field: FieldRule, given: Scalar, value: unknown): number => {
  try {
    return Math.trunc(asDate(field.name, given))
  } catch {
    throw wrongValue(field, value)
  }
}

const scalarOf = (value: unknown, at: QueryLocation): Scalar => {
  if (value === null || value === undefined || typeof value === 'object') {
    throw wrongFilter(at, 'a text, a number or a boolean')
  }
  return scalar(value, at)
}

const formats = {
  keyword: 'string',
  text: 'string',
  list: 'string',
  number: 'int',
  decimal: 'float',
  date: 'date',
  boolean: 'boolean',
} as const

const wrongValue = (field: FieldRule, value: unknown, accepted: readonly string[] = []) => {
  const format = accepted.length > 0 && field.kind !== 'boolean' ? 'enum' : formats[field.kind]
  const expected =
    accepted.length > 0 ? `one of ${accepted.join(', ')}` : `a value of type ${format}`
  return invalidFormat(field.name, format, value, accepted, `expected ${expected}`)
}

/** The filter is not of the language; the path says where. */
export const wrongFilter = (at: QueryLocation, expected: string) =>
  invalidFormat(at.path, 'query', undefined, [], `expected ${expected}`)

export const invalidFormat = (
  name: string,
  format: string,
  value: unknown,
  acceptedInput: readonly string[],
  rest: string,
) => {
  const shown = value === undefined ? '' : ` ${JSON.stringify(value).slice(0, 200)},`
  return new AttributeCheckingError('query', [
    {
      type: 'InvalidFormatAttributeError',
      name,
      format,
      ...(acceptedInput.length > 0 && { acceptedInput }),
      message: `Invalid format for ${name}:${shown} ${rest}`,
    },
  ])
}

export const objectAt = (
  value: unknown,
  at: QueryLocation,
  shape: string,
): Record<string, unknown> => {
  if (!isObject(value)) throw wrongFilter(at, shape)
  return value
}
