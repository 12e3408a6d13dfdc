import type { contract, Input } from '@assay/contract'
import { given } from '../../domain/response/wire-values.ts'
import type { NewTask } from './create.ts'

/** As a task comes with a new case or a template. */
type TaskInput = NonNullable<Input<typeof contract.createCase>['tasks']>[number]

export const readTask = (input: TaskInput): NewTask => ({
  title: input.title,
  ...given(input, 'group', 'description'),
  assignee: input.assignee ?? input.owner ?? undefined,
  ...given(input, 'status', 'flag', 'mandatory', 'startDate', 'endDate', 'dueDate', 'order'),
})
