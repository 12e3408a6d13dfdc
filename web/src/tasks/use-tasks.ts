import type { TaskV0 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { changed } from '../data/changes.ts'
import { keyOf } from '../data/keys.ts'
import { isRecord } from '../model/levels.ts'
import { runQuery } from '../response/query.ts'
import { formatNumber } from '../texts/index.ts'
import type { Choice } from '../ui/choice-menu.tsx'
import { groupQuery, type TaskWish, taskSteps, type View } from './task-list.ts'

export const useTasks = (wish: TaskWish) =>
  useQuery({
    queryKey: keyOf('tasks', wish),
    queryFn: ({ signal }) =>
      runQuery<TaskV0>(taskSteps(wish), { version: 0, name: `${wish.view}-tasks`, signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })

/** Groups of the tasks in view, to choose from. */
export function useTaskGroups(view: View, login: string): Choice[] {
  const stats = useQuery({
    queryKey: keyOf('tasks', 'groups', view, login),
    queryFn: () =>
      api.taskStats({
        query: groupQuery(view, login),
        stats: [{ _agg: 'field', _field: 'group', _size: 100, _select: [{ _agg: 'count' }] }],
      }),
  })
  return Object.entries(stats.data ?? {}).map(([value, found]) => ({
    value,
    label: value,
    ...(isRecord(found) ? { hint: formatNumber(Number(found.count)) } : {}),
  }))
}

type Change = NonNullable<Parameters<typeof api.updateTask>[1]>

export async function changeTask(id: string, change: Change): Promise<void> {
  await api.updateTask({ id }, change)
  await changed('case_task')
}
