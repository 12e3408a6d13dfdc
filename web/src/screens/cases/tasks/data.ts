import type { contract, Input, LogV1, TaskV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { changed } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { relatedSteps } from '../../../base/data/steps.ts'

export const taskStatuses = ['Waiting', 'InProgress', 'Completed', 'Cancel'] as const
export type TaskStatus = (typeof taskStatuses)[number]
export type TaskChange = Input<typeof contract.updateTaskV1>

export const isOpen = ({ status }: Pick<TaskV1, 'status'>) =>
  status === 'Waiting' || status === 'InProgress'

const maxTasks = 500

export const useCaseTasks = (caseId: string) =>
  useQuery({
    queryKey: keyOf('tasks', 'of-case', caseId),
    queryFn: () =>
      runQuery<TaskV1>(relatedSteps('Case', caseId, 'tasks', '+order', maxTasks), {
        together: true,
      }),
  })

export const useTask = (id: string) =>
  useQuery({
    queryKey: keyOf('task', id),
    queryFn: ({ signal }) => api.getTaskV1({ id }, {}, { signal }),
  })

export async function changeTask(id: string, change: TaskChange) {
  await api.updateTaskV1({ id }, change)
  await changed('case_task', 'case_task_log')
}

const maxLogs = 200

/** Newest first. */
export const useLogs = (taskId: string) =>
  useQuery({
    queryKey: keyOf('logs', taskId),
    queryFn: ({ signal }) =>
      runQuery<LogV1>(relatedSteps('Task', taskId, 'logs', '-date', maxLogs), {
        name: 'task-logs',
        signal,
      }),
  })
