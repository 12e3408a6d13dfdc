import type { Worker } from '@assay/contract'
import { takesType } from '../data/workers.ts'
import { type Grade, grades } from './health.ts'

/** What narrows the catalogue down; each list means "one of them", an empty one means all. */
export interface Filter {
  readonly q: string
  readonly types: readonly string[]
  readonly licences: readonly string[]
  readonly grades: readonly Grade[]
}

export const filterIn = (params: URLSearchParams): Filter => ({
  q: params.get('q') ?? '',
  types: params.getAll('type'),
  licences: params.getAll('licence'),
  grades: params.getAll('health').flatMap((name) => grades.find((grade) => grade === name) ?? []),
})

export const isNarrowed = ({ q, types, licences, grades }: Filter) =>
  q.trim() !== '' || types.length + licences.length + grades.length > 0

/** Every word must occur in the name, the description or the author. */
function hasWords({ name, description, author }: Worker, q: string): boolean {
  const hay = `${name} ${description} ${author}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

const isOneOf = <T>(wanted: readonly T[], test: (one: T) => boolean) =>
  wanted.length === 0 || wanted.some(test)

export const matches = (worker: Worker, grade: Grade, filter: Filter): boolean =>
  hasWords(worker, filter.q.trim()) &&
  isOneOf(filter.types, (type) => takesType(worker, type)) &&
  isOneOf(filter.licences, (licence) => worker.license === licence) &&
  isOneOf(filter.grades, (wanted) => wanted === grade)

/** Each value once, in order, with how many workers have it. */
export function choicesOf(values: readonly string[]): { value: string; count: number }[] {
  return [...Map.groupBy(values.filter(Boolean), (value) => value)]
    .map(([value, same]) => ({ value, count: same.length }))
    .sort((a, b) => a.value.localeCompare(b.value))
}
