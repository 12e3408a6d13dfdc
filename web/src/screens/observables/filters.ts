import type { contract, Input, KnownLevel, ValueFilter } from '@assay/contract'
import { isDay, timesIn } from '../../shared/list/days.ts'

export const levels: readonly KnownLevel[] = [
  'malicious',
  'suspicious',
  'safe',
  'none',
  'notAnalyzed',
]
export type ListInput = Input<typeof contract.listValues>
export type Sort = NonNullable<ListInput['sort']>

/** Names in the address that narrow the list. */
export const filterNames = [
  'q',
  'level',
  'kind',
  'case',
  'tag',
  'from',
  'until',
  'watched',
  'seen',
  'changed',
  'unchecked',
] as const

export const pageSize = 50
/** The server lists so many; further ones are found by narrower filters. */
export const maxListed = 10_000
const dayMs = 86_400_000
const maxText = 500
const sorts: readonly Sort[] = [
  '-lastSeen',
  '+lastSeen',
  '-firstSeen',
  '+firstSeen',
  '-seen',
  '+seen',
]

/** What the address asks for; what it cannot mean is left out. */
export function filterIn(params: URLSearchParams, now: number): ValueFilter {
  const level = levels.filter((one) => params.getAll('level').includes(one))
  const dataType = [...new Set(params.getAll('kind'))].filter(Boolean).slice(0, 20)
  const inCase = params.get('case')
  const text = params.get('q')?.trim().slice(0, maxText)
  const tag = params.get('tag')?.slice(0, 256)
  const minSeen = wholeIn(params, 'seen')
  const changed = wholeIn(params, 'changed')
  const unchecked = wholeIn(params, 'unchecked')
  return {
    ...(text ? { text } : {}),
    ...(level.length > 0 ? { level } : {}),
    ...(dataType.length > 0 ? { dataType } : {}),
    ...(inCase === 'yes' || inCase === 'no' ? { inCase: inCase === 'yes' } : {}),
    ...(/^[1-9]\d{0,8}$/.test(inCase ?? '') ? { caseNumber: Number(inCase) } : {}),
    ...(tag ? { tag } : {}),
    ...timesIn(params),
    ...(params.get('watched') === 'yes' ? { watched: true } : {}),
    ...(minSeen === undefined ? {} : { minSeen }),
    // By the hour: the question must not change while the page is read.
    ...(changed === undefined ? {} : { changedSince: hourOf(now) - changed * dayMs }),
    ...(unchecked === undefined ? {} : { notCheckedSince: hourOf(now) - unchecked * dayMs }),
  }
}

const hourOf = (now: number) => Math.floor(now / 3_600_000) * 3_600_000

function wholeIn(params: URLSearchParams, name: string): number | undefined {
  const text = params.get(name) ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

export function sortIn(params: URLSearchParams): Sort {
  // `+` in an address is read as a space.
  const given = params.get('sort')?.replace(/^ /, '+')
  return sorts.find((one) => one === given) ?? '-lastSeen'
}

/** The filters alone, in one order: what a view keeps, and how two are compared. */
export function filterSearch(search: string): string {
  const params = new URLSearchParams(search)
  const kept = filterNames.flatMap((name) =>
    params
      .getAll(name)
      .filter(Boolean)
      .toSorted()
      .map((value): [string, string] => [name, value]),
  )
  const text = new URLSearchParams(kept).toString()
  return text && `?${text}`
}

/** Whether something besides the text narrows the list. */
export const isNarrowed = (params: URLSearchParams) =>
  filterNames.some((name) => name !== 'q' && params.getAll(name).some(Boolean))

/** A day of the address, for a field. */
export const dayIn = (params: URLSearchParams, name: 'from' | 'until') => {
  const day = params.get(name) ?? ''
  return isDay(day) ? day : ''
}
