import type { CaseV1, contract, Input } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { changed } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { countQuery } from '../../base/data/query.ts'
import { getStep } from '../../base/data/steps.ts'
import { text } from '../../base/texts/index.ts'

export type CaseChange = Input<typeof contract.updateCaseV1>

/** By id or number: people type the number. */
export const useCase = (idOrNumber: string) =>
  useQuery({
    queryKey: keyOf('case', idOrNumber),
    queryFn: ({ signal }) => api.getCaseV1({ id: idOrNumber }, {}, { signal }),
    enabled: idOrNumber !== '',
  })

export interface CaseCounts {
  observables: number
  tasks: number
  actions: number
}

export const useCaseCounts = (id: string) =>
  useQuery({
    queryKey: keyOf('case', id, 'counts'),
    queryFn: async (): Promise<CaseCounts> => {
      const count = (...steps: string[]) =>
        countQuery([getStep('Case', id), ...steps.map((_name) => ({ _name }))])
      const [observables, tasks, ...actions] = await Promise.all([
        count('observables'),
        count('tasks'),
        count('actions'),
        count('observables', 'actions'),
        count('tasks', 'actions'),
      ])
      return { observables, tasks, actions: actions.reduce((sum, one) => sum + one, 0) }
    },
  })

/** Cases that share values with it. */
export const useSimilarCount = (id: string): number | undefined =>
  useQuery({
    queryKey: keyOf('similar', 'cases-of-case', id),
    queryFn: ({ signal }) =>
      countQuery([getStep('Case', id), { _name: 'similarCases' }], {
        alone: true,
        signal,
      }),
    staleTime: 60_000,
  }).data

/** Whatever shows something of a case, or of what is in it, is read again. */
export const caseChanged = () => changed('case', 'case_task', 'case_artifact', 'alert')

export const changeCase = async ({ _id: id }: Pick<CaseV1, '_id'>, change: CaseChange) => {
  await api.updateCaseV1({ id }, change)
  await caseChanged()
}

/** What others have written since, also without an event; the page then shows it. */
export async function freshOf(
  row: CaseV1,
  field: 'title' | 'description' | 'summary',
): Promise<string> {
  const { [field]: now = '' } = await api.getCaseV1({ id: row._id })
  if (now !== (row[field] ?? '')) await caseChanged()
  return now
}

/** The closing summary no longer applies. */
export const reopened: CaseChange = {
  status: 'Open',
  endDate: null,
  resolutionStatus: null,
  impactStatus: null,
}

/** The only required attribute of a case and a task. */
export const titleMissing = (title: string): Record<string, string> =>
  title.trim() === '' ? { title: text('cases.titleMissing') } : {}
