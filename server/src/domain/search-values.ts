import { type Scalar, shorten } from './criteria-tree.ts'
import { searchError } from './errors.ts'

/**
 * Beyond 2^53 JavaScript and SQL disagree about adjacent integers, and no column holds such a number:
 * whatever is larger is compared as this bound.
 */
const bound = 2 ** 53

const clamp = (value: number) => Math.min(Math.max(value, -bound), bound)

/** Names and other exact texts compare with numbers and booleans by their JSON text. */
export const asKeyword = (value: Scalar) => String(value)

export const decimal = (text: string) =>
  /^[+-]?\d+(\.\d+)?$/.test(text) ? clamp(Number(text)) : undefined

export const asNumber = (field: string, value: Scalar): number => {
  const number = typeof value === 'number' ? clamp(value) : decimal(String(value))
  if (number === undefined) {
    throw searchError(`${field} is a number; ${shown(value)} is not`)
  }
  return number
}

export const asDate = (field: string, value: Scalar): number => {
  const moment =
    typeof value === 'number' ? clamp(value) : (decimal(String(value)) ?? basicDate(String(value)))
  if (moment === undefined) {
    const forms = 'epoch milliseconds or a string such as 20240131T101500Z or 20240131T101500+0100'
    throw searchError(`${field} is a date; write ${shown(value)} as ${forms}`)
  }
  return moment
}

export const asBoolean = (field: string, value: Scalar): boolean => {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false') return false
  throw searchError(`${field} is a boolean; ${shown(value)} is neither true nor false`)
}

const shown = (value: Scalar) => shorten(JSON.stringify(value))

/** `yyyyMMdd'T'HHmmssZ`; days and hours that the calendar does not have are refused. */
const basicDate = (text: string): number | undefined => {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:Z|([+-])(\d\d):?(\d\d))$/.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second, sign, zoneHours = '0', zoneMinutes = '0'] = found
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const moment = Date.parse(local)
  // Date.parse turns 30 February into March; formatted back it is no longer the same text.
  if (Number.isNaN(moment) || new Date(moment).toISOString() !== local) return undefined
  if (Number(zoneHours) > 18 || Number(zoneMinutes) > 59) return undefined
  const zoneMs = (Number(zoneHours) * 60 + Number(zoneMinutes)) * 60_000
  return sign === '-' ? moment + zoneMs : moment - zoneMs
}

/**
 * Bounds for columns of whole numbers, all inclusive: a fraction moves to the next whole number
 * inside, because PostgreSQL refuses to compare an integer column with 1.5 given as a parameter.
 */
export const wholeBound = {
  gt: (value: number) => Math.floor(value) + 1,
  gte: (value: number) => Math.ceil(value),
  lt: (value: number) => Math.ceil(value) - 1,
  lte: (value: number) => Math.floor(value),
} as const
