import type { contract, Input } from '@assay/contract'
import { task } from '@assay/contract/entities'
import { givenOf } from '../entity/columns.ts'
import type { NewTask } from './create.ts'

/** As a task comes with a new case or a template. */
type TaskInput = NonNullable<Input<typeof contract.createCase>['tasks']>[number]

export function readTask(input: TaskInput): NewTask {
  const { owner, assignee = owner, ...rest } = givenOf(task, input)
  return { ...rest, title: input.title, assignee }
}
