import { text } from '../../../base/texts/index.ts'
import { taskStatuses } from '../tasks/data.ts'

export function taskStatusText(status: string): string {
  const known = taskStatuses.find((one) => one === status)
  return known ? text(`cases.taskStatus.${known}`) : status
}
