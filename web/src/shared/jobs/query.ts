import { type Job, refang } from '@assay/contract'
import { plainValue } from '../../base/model/observable.ts'

export type Query = Readonly<Record<string, unknown>>

/** The server refuses longer patterns and more words than that. */
const longestPattern = 250
const maxWords = 12

export const oneOf = (field: string, values: readonly (string | number)[]): Query => ({
  _in: { _field: field, _values: values },
})

/** `mail_subject` and `mail-subject` are both in the catalog and mean the same. */
export const spellings = (type: string) => [
  ...new Set([type, type.replaceAll('_', '-'), type.replaceAll('-', '_')]),
]

/** An impossible number finds nothing rather than being ignored. */
export const numbers = (values: readonly string[]) =>
  values.map((value) => (/^\d+$/.test(value) ? Number(value) : -1))

/** Wildcards are case-sensitive, so both spellings are requested. */
export function containing(typed: string): Query {
  const wanted = refang(typed.trim()).slice(0, longestPattern)
  const patterns = [...new Set([wanted, wanted.toLowerCase()])].map((part) => `*${part}*`)
  return {
    _or: ['data', 'attachment.name', 'attachment.id'].flatMap((field) =>
      patterns.map((pattern) => ({ _wildcard: { _field: field, _value: pattern } })),
    ),
  }
}

/** As the server splits texts: letters and digits of every script. */
export const withWords = (field: string, typed: string): Query[] =>
  [...new Set(typed.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    .slice(0, maxWords)
    .map((word) => ({ _like: { _field: field, _value: word } }))

/** All analyses of the same value. A file is its bytes, not its name. */
export function valueQuery(job: Pick<Job, 'dataType' | 'data' | 'attachment'>): Query {
  const value = job.attachment ? { 'attachment.id': job.attachment.id } : { data: plainValue(job) }
  return { _and: [value, { dataType: job.dataType }] }
}
