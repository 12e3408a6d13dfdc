import type { TaskV0 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { changed } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import type { ListState } from '../../shared/list/declaration.ts'
import { taskSteps, type View } from './list.ts'

export const useTasks = (view: View, { values, sort, from, size }: ListState<TaskV0>) =>
  useQuery({
    queryKey: keyOf('tasks', { view, values, sort, from }),
    queryFn: ({ signal }) =>
      runQuery<TaskV0>(taskSteps(view, { values, sort, from, size }), {
        version: 0,
        name: `${view}-tasks`,
        signal,
      }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })

type Change = NonNullable<Parameters<typeof api.updateTask>[1]>

export async function changeTask(id: string, change: Change): Promise<void> {
  await api.updateTask({ id }, change)
  await changed('case_task')
}
