import {
  allOf,
  anyOf,
  contains,
  type Filter,
  is,
  isBefore,
  isFrom,
  isOneOf,
} from '../../response/steps.ts'

export const caseStatuses = ['Open', 'Resolved', 'Duplicated'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/** What is looked for, as it stands in the address. */
export interface CaseFilter {
  text: string
  status: string[]
  severity: string[]
  owner: string[]
  tag: string[]
  /** Days, `2026-11-15`; both are part of the range. */
  from: string
  to: string
  flagged: boolean
}

export const filterNames = ['q', 'status', 'severity', 'owner', 'tag', 'from', 'to', 'flagged']

export const filterFrom = (params: URLSearchParams): CaseFilter => ({
  text: params.get('q') ?? '',
  status: params.getAll('status'),
  severity: params.getAll('severity').filter((value) => /^[1-4]$/.test(value)),
  owner: params.getAll('owner'),
  tag: params.getAll('tag'),
  from: params.get('from') ?? '',
  to: params.get('to') ?? '',
  flagged: params.get('flagged') === 'yes',
})

export const isFiltered = (filter: CaseFilter) => conditionOf(filter) !== undefined

const dayMs = 86_400_000

/** The filter in the words of a query; undefined when every case is wanted. */
export function conditionOf(filter: CaseFilter): Filter | undefined {
  const first = startOfDay(filter.from)
  const last = startOfDay(filter.to)
  return allOf([
    textCondition(filter.text),
    filter.status.length > 0 && isOneOf('status', filter.status),
    filter.severity.length > 0 && isOneOf('severity', filter.severity.map(Number)),
    filter.owner.length > 0 && isOneOf('assignee', filter.owner),
    ...filter.tag.map((tag) => is('tags', tag)),
    first !== undefined && isFrom('startDate', first),
    last !== undefined && isBefore('startDate', last + dayMs),
    filter.flagged && is('flag', true),
  ])
}

/** `#12` and `12` mean the number too. */
function textCondition(typed: string): Filter | undefined {
  const wanted = typed.trim()
  if (wanted === '') return undefined
  const number = /^#?(\d{1,9})$/.exec(wanted)?.[1]
  return anyOf([
    ...(number ? [is('number', Number(number))] : []),
    contains('title', wanted),
    contains('description', wanted),
  ])
}

function startOfDay(day: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const start = new Date(`${day}T00:00`).getTime()
  return Number.isNaN(start) ? undefined : start
}
