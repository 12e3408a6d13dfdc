import { useQuery } from '@tanstack/react-query'
import { keyOf } from './keys.ts'
import { runQuery } from './query.ts'
import { listStep, sortStep } from './steps.ts'

export interface Colleague {
  login: string
  name: string
  roles: string[]
  locked: boolean
}

/** Who can be given a case or a task. */
export const useColleagues = (enabled = true) =>
  useQuery({
    queryKey: keyOf('users', 'colleagues'),
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
