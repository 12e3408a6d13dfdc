import { isObject } from '@assay/contract/objects'
import { shorten } from '../criteria-tree.ts'
import { AttributeCheckingError, badRequest, missingAttribute } from '../errors.ts'
import { largestPageSize, maxSortKeys, type Page, type Sort } from '../page.ts'
import { invalidFormat } from './filter-values.ts'

/** A sort key whose field has not been looked up yet. */
export type StepSort = Sort

export interface QueryPage extends Page {
  /** Version 0. */
  readonly withStats: boolean
  readonly withParents: number
  /** Version 1: names of what is added to each row. */
  readonly extraData: readonly string[]
}

type Step = Readonly<Record<string, unknown>>

/** Ids and names are texts; the number of a case may come as a number. */
export const textParameter = (step: Step, name: string): string => {
  const value = step[name]
  if (value === undefined || value === null) throw missing(name)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') {
    throw invalidFormat(name, 'string', value, [], 'expected a string')
  }
  return value
}

/** `to` is exclusive. */
export const readPage = (step: Step): QueryPage => {
  const absent = ['from', 'to'].filter((name) => step[name] === undefined || step[name] === null)
  if (absent.length > 0) {
    throw new AttributeCheckingError('query', absent.map(missingAttribute))
  }
  const offset = wholeParameter(step, 'from')
  const end = wholeParameter(step, 'to')
  return {
    offset,
    limit: Math.min(Math.max(end - offset, 0), largestPageSize),
    withStats: step.withStats === true || step.withStats === 'true' || step.withStats === 1,
    withParents: step.withParents === undefined ? 0 : wholeParameter(step, 'withParents'),
    extraData: extraDataOf(step),
  }
}

const wholeParameter = (step: Step, name: string): number => {
  const value = step[name]
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  const number = isNumber ? Math.trunc(Number(value)) : Number.NaN
  if (!(number >= 0)) throw invalidFormat(name, 'long', value, [], 'expected a number, 0 or more')
  return Math.min(number, Number.MAX_SAFE_INTEGER)
}

const maxExtraData = 20

const extraDataOf = ({ extraData }: Step): string[] => {
  if (extraData === undefined || extraData === null) return []
  const names = Array.isArray(extraData) ? extraData : [extraData]
  if (names.length > maxExtraData || !names.every((name) => typeof name === 'string')) {
    throw invalidFormat(
      'extraData',
      'string',
      undefined,
      [],
      `expected up to ${maxExtraData} names`,
    )
  }
  return names
}

const directions = { asc: false, incr: false, desc: true, decr: true } as const

/** `{"field": "asc"}`, or `field`, `+field` and `-field`. The first is the primary key. */
export const readSort = (step: Step): StepSort[] => {
  const fields = step._fields
  if (fields === undefined || fields === null) throw missing('_fields')
  if (!Array.isArray(fields)) {
    throw invalidFormat(
      '_fields',
      'query',
      fields,
      [],
      'expected a list such as [{"date": "desc"}]',
    )
  }
  const keys = fields.flatMap((item: unknown): StepSort[] => {
    if (typeof item === 'string') return signedField(item)
    if (!isObject(item)) throw wrongOrder(item)
    return Object.entries(item).map(([field, order]) => ({ field, descending: directionOf(order) }))
  })
  if (keys.length > maxSortKeys) {
    throw badRequest(
      `sort supports ${maxSortKeys} fields; remove ${shorten(keys[maxSortKeys]?.field ?? '')}`,
    )
  }
  return keys
}

const signedField = (text: string): StepSort[] => {
  const field = /^[-+]/.test(text) ? text.slice(1) : text
  return field === '' ? [] : [{ field, descending: text.startsWith('-') }]
}

const directionOf = (order: unknown): boolean => {
  if (typeof order !== 'string' || !Object.hasOwn(directions, order)) throw wrongOrder(order)
  return directions[order as keyof typeof directions]
}

const wrongOrder = (value: unknown) =>
  invalidFormat('order', 'order', value, ["field: 'asc'", "field: 'desc'"], 'expected asc or desc')

const missing = (name: string) => new AttributeCheckingError('query', [missingAttribute(name)])
