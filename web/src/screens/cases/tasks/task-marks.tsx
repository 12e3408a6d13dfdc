import type { TaskV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { type TextKey, text } from '../../../base/texts/index.ts'
import { Icon } from '../../../base/ui/icons.tsx'
import { Time, useNow } from '../../../base/ui/time.tsx'
import { MarkMenu } from '../mark-menu.tsx'
import { isOpen, type TaskStatus, taskStatuses } from './data.ts'

const icons = {
  Waiting: 'status-waiting',
  InProgress: 'status-running',
  Completed: 'status-success',
  Cancel: 'close',
} as const

export function TaskStatusMark({ status }: { status: string }) {
  const known = taskStatuses.find((one) => one === status)
  return (
    <span className="mark" data-task={known ?? 'unknown'}>
      <Icon name={known ? icons[known] : 'level-unknown'} />
      {known ? text(`cases.taskStatus.${known}` as TextKey) : status}
    </span>
  )
}

interface TaskStatusMenuProps {
  status: string
  canEdit: boolean
  onSave: (status: TaskStatus) => Promise<unknown>
}

export function TaskStatusMenu({ status, canEdit, onSave }: TaskStatusMenuProps) {
  const mark = <TaskStatusMark status={status} />
  if (!canEdit) return mark
  return (
    <MarkMenu
      mark={mark}
      items={taskStatuses.map((one) => ({
        label: text(`cases.taskStatus.${one}`),
        ...(one === status ? { icon: 'check' as const } : {}),
        onSelect: () => void attempt(() => onSave(one)),
      }))}
    />
  )
}

/** A past date is marked in words, not only by color. */
export function DueDate({ task }: { task: TaskV1 }) {
  const now = useNow(60_000)
  const isLate = task.dueDate !== undefined && task.dueDate < now && isOpen(task)
  return (
    <span className={isLate ? 'late' : ''}>
      <Time at={task.dueDate} />
      {isLate && <> {text('cases.late')}</>}
    </span>
  )
}
