import type { TaskStatus } from '@assay/contract/entities'

interface TaskState {
  readonly startDate: number | null
  readonly endDate: number | null
  readonly assignee: string | null
}

/** A started task has a start and an assignee; a finished one has an end. */
export function afterTransition(
  task: TaskState,
  status: TaskStatus,
  { now, login }: { readonly now: number; readonly login: string },
): TaskState {
  switch (status) {
    case 'InProgress':
      return { ...task, startDate: task.startDate ?? now, assignee: task.assignee ?? login }
    case 'Completed':
      return { ...task, endDate: task.endDate ?? now }
    case 'Waiting':
    case 'Cancel':
      return task
  }
}

/** What closing a case makes of its tasks; those that have ended stay as they are. */
export const afterCaseClosed = { Waiting: 'Cancel', InProgress: 'Completed' } as const
