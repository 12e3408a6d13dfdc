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

const people = {
  queryKey: keyOf('users', 'colleagues'),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const { rows } = await runQuery<Colleague>([listStep('User'), sortStep('+login')], {
      name: 'colleagues',
      signal,
    })
    return rows.filter(({ locked }) => !locked)
  },
  staleTime: 60_000,
}

const having = (role: string) => (rows: readonly Colleague[]) =>
  rows.filter(({ roles }) => roles.includes(role))
const analysts = having('analyze')
const readers = having('read')

/** Who can be given a case or a task. */
export const useColleagues = (enabled = true) => useQuery({ ...people, select: analysts, enabled })

/** Who reads comments, and can be named in them. */
export const useReaders = () => useQuery({ ...people, select: readers })
