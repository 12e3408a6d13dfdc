import type { contract, Input } from '@assay/contract'
import type { NewTask } from './create.ts'

/** As a task comes with a new case or a template. */
type TaskInput = NonNullable<Input<typeof contract.createCase>['tasks']>[number]

/** What is null was not given. */
export const readTask = (input: TaskInput): NewTask => ({
  title: input.title,
  group: input.group ?? undefined,
  description: input.description ?? undefined,
  assignee: input.assignee ?? input.owner ?? undefined,
  status: input.status ?? undefined,
  flag: input.flag ?? undefined,
  mandatory: input.mandatory ?? undefined,
  startDate: input.startDate ?? undefined,
  endDate: input.endDate ?? undefined,
  dueDate: input.dueDate ?? undefined,
  order: input.order ?? undefined,
})
