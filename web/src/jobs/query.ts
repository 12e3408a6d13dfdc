import { type Job, refang } from '@assay/contract'
import { plainValue } from '../model/observable.ts'
import { createdPresets, isPreset, type JobFilter, momentOf } from './filter.ts'

export type Query = Record<string, unknown>

/** The server refuses longer patterns and more words than that. */
const longestPattern = 250
const mostWords = 12

/** The body of the search for what a filter says; `now` is the time that "last 24 hours" ends. */
export function queryOf(filter: JobFilter, now: number): Query {
  const parts = [
    containing(filter.q),
    filter.value && { _or: [{ data: filter.value }, { 'attachment.id': filter.value }] },
    oneOf('status', filter.status),
    oneOf('dataType', filter.type.flatMap(spellings)),
    workerIs(filter.worker),
    oneOf('type', filter.kind),
    oneOf('tlp', numbers(filter.tlp)),
    oneOf('pap', numbers(filter.pap)),
    oneOf('createdBy', filter.by),
    ...createdIn(filter, now),
    ...errorWords(filter.error).map((word) => ({
      _like: { _field: 'errorMessage', _value: word },
    })),
  ].filter((part): part is Query => Boolean(part))
  if (parts.length === 0) return {}
  return parts.length === 1 ? (parts[0] as Query) : { _and: parts }
}

const oneOf = (field: string, values: readonly (string | number)[]): Query | undefined =>
  values.length > 0 ? { _in: { _field: field, _values: values } } : undefined

/** `mail_subject` and `mail-subject` are both in the catalogue and mean the same. */
const spellings = (type: string) => [
  ...new Set([type, type.replaceAll('_', '-'), type.replaceAll('-', '_')]),
]

/** What nobody can mean as a number finds nothing rather than being passed over. */
const numbers = (values: readonly string[]) =>
  values.map((value) => (/^\d+$/.test(value) ? Number(value) : -1))

/** Wildcards tell upper from lower case, so both ways of writing it are asked for. */
function containing(text: string): Query | undefined {
  const wanted = refang(text.trim()).slice(0, longestPattern)
  if (!wanted) return undefined
  const patterns = [...new Set([wanted, wanted.toLowerCase()])].map((part) => `*${part}*`)
  return {
    _or: ['data', 'attachment.name', 'attachment.id'].flatMap((field) =>
      patterns.map((pattern) => ({ _wildcard: { _field: field, _value: pattern } })),
    ),
  }
}

function workerIs(workers: readonly string[]): Query | undefined {
  const byId = oneOf('workerId', workers)
  return byId && { _or: [byId, oneOf('workerName', workers)] }
}

function createdIn({ created, from, to }: JobFilter, now: number): Query[] {
  const since = momentOf(from)
  const until = momentOf(to)
  if (since === undefined && until === undefined) {
    return isPreset(created) ? [{ _gte: { createdAt: now - createdPresets[created] } }] : []
  }
  return [
    ...(since === undefined ? [] : [{ _gte: { createdAt: since } }]),
    ...(until === undefined ? [] : [{ _lt: { createdAt: until } }]),
  ]
}

/** As the server splits texts: letters and digits of every script. */
const errorWords = (error: string) =>
  [...new Set(error.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, mostWords)

/** Everything that analyzers were ever asked about the same value. A file is its bytes, not its name. */
export function valueQuery(job: Pick<Job, 'dataType' | 'data' | 'attachment'>): Query {
  const value = job.attachment ? { 'attachment.id': job.attachment.id } : { data: plainValue(job) }
  return { _and: [value, { dataType: job.dataType }] }
}
