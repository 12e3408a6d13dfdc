import type { AlertV1, CaseTemplateV1, CaseV1, contract, Input } from '@assay/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { countQuery, runQuery } from '../response/query.ts'
import { getStep, listStep, pageStep, sortStep } from '../response/steps.ts'
import { text } from '../texts/index.ts'

export type CaseChange = Input<typeof contract.updateCaseV1>

/** By id or number: people type the number. */
export const useCase = (idOrNumber: string) =>
  useQuery({
    queryKey: ['case', idOrNumber],
    queryFn: ({ signal }) => api.getCaseV1({ id: idOrNumber }, {}, { signal }),
  })

export interface CaseCounts {
  observables: number
  tasks: number
  actions: number
}

export const useCaseCounts = (id: string) =>
  useQuery({
    queryKey: ['case', id, 'counts'],
    queryFn: async ({ signal }): Promise<CaseCounts> => {
      const count = (...steps: string[]) =>
        countQuery([getStep('Case', id), ...steps.map((_name) => ({ _name }))], {
          name: 'case-counts',
          signal,
        })
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

/** Alerts that were merged into the case, or that it was made of. */
export const useCaseAlerts = (id: string) =>
  useQuery({
    queryKey: ['alerts', 'of-case', id],
    queryFn: ({ signal }) =>
      runQuery<AlertV1>(
        [
          getStep('Case', id),
          { _name: 'alerts' },
          sortStep('-date'),
          pageStep(0, 50, { extraData: ['total'] }),
        ],
        { name: 'case-alerts', signal },
      ),
  })

export interface Colleague {
  login: string
  name: string
  roles: string[]
  locked: boolean
}

/** Who can be given a case or a task. */
export const useColleagues = (enabled = true) =>
  useQuery({
    queryKey: ['users', 'colleagues'],
    queryFn: async ({ signal }) => {
      const { rows } = await runQuery<Colleague>([listStep('User'), sortStep('+login')], {
        name: 'colleagues',
        signal,
      })
      return rows.filter(({ locked, roles }) => !locked && roles.includes('analyze'))
    },
    staleTime: 60_000,
    enabled,
  })

export const useCaseTemplates = () =>
  useQuery({
    queryKey: ['case-templates'],
    queryFn: async (): Promise<CaseTemplateV1[]> =>
      (await api.listCaseTemplatesV1({ range: 'all' })).rows,
    staleTime: 60_000,
  })

const kindsOfCase = ['case', 'cases', 'tasks', 'task', 'observables', 'observable', 'alerts']

/** Reads again whatever shows something of a case; the promise ends when it is on the screen. */
export const readAgain = (client: QueryClient, kinds: readonly string[] = kindsOfCase) =>
  Promise.all(kinds.map((kind) => client.invalidateQueries({ queryKey: [kind] })))

export function useChangeCase({ _id: id }: Pick<CaseV1, '_id'>) {
  const client = useQueryClient()
  return async (change: CaseChange) => {
    await api.updateCaseV1({ id }, change)
    await readAgain(client)
  }
}

/** The one thing that a case and a task cannot do without. */
export const titleMissing = (title: string): Record<string, string> =>
  title.trim() === '' ? { title: text('cases.titleMissing') } : {}
