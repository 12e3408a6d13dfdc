import { defang } from '@assay/contract/detect'
import { titleOf } from '../kit/target.ts'

type Values = Readonly<Record<string, unknown>>

const shown = [
  'title',
  'description',
  'severity',
  'status',
  'owner',
  'assignee',
  'type',
  'source',
  'sourceRef',
  'message',
  'tags',
  'tlp',
  'pap',
]
const longest = 5_000

/** Observables are defanged: a mail program would make a link to the bad page of them. */
export function textOf(dataType: string, data: Values, note: string): string {
  const fields = shown.flatMap((name) => {
    const value = data[name]
    const text = Array.isArray(value) ? value.join(', ') : value
    return ['string', 'number'].includes(typeof text) && text !== ''
      ? [`${name}: ${String(text).slice(0, longest)}`]
      : []
  })
  const observable =
    typeof data.data === 'string' && typeof data.dataType === 'string'
      ? [`${data.dataType}: ${defang(data.dataType, data.data).slice(0, longest)}`]
      : []
  return [
    subjectOf(dataType, data),
    '',
    ...observable,
    ...fields,
    ...(note ? ['', note] : []),
    '',
  ].join('\n')
}

export function subjectOf(dataType: string, data: Values): string {
  const value = data.data
  return typeof value === 'string' && typeof data.dataType === 'string'
    ? titleOf(dataType, { ...data, data: defang(data.dataType, value) })
    : titleOf(dataType, data)
}
