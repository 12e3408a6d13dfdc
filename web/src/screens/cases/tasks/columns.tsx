import type { TaskV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { defangText } from '../../../base/model/defang.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Icon } from '../../../base/ui/icons.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { PeopleMenu } from '../people-menu.tsx'
import { isOpen, type TaskChange } from './data.ts'
import { DueDate, TaskStatusMenu } from './task-marks.tsx'

interface TaskColumnOptions {
  caseId: string
  me: string
  canEdit: boolean
  onChange: (id: string, change: TaskChange) => Promise<unknown>
  canMove: (id: string, step: Step) => boolean
  onMove: (id: string, step: Step) => void
}

type Step = -1 | 1

export function taskColumns(options: TaskColumnOptions): Column<TaskV1>[] {
  const { caseId, me, canEdit, onChange } = options
  const columns: Column<TaskV1>[] = [
    {
      key: 'title',
      label: text('cases.task'),
      isWide: true,
      isHeader: true,
      cell: ({ _id, title, flag }) => (
        <div className="case-title">
          <Link to={path`/cases/${caseId}/tasks/${_id}`}>{defangText(title)}</Link>
          {flag && (
            <span className="case-flag" title={text('cases.flagged')}>
              <Icon name="flag" />
              <span className="visually-hidden">{text('cases.flagged')}</span>
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'status',
      label: text('cases.status'),
      cell: ({ _id, status }) => (
        <TaskStatusMenu
          status={status}
          canEdit={canEdit}
          onSave={(next) => onChange(_id, { status: next })}
        />
      ),
    },
    {
      key: 'assignee',
      label: text('cases.owner'),
      cell: ({ _id, assignee }) => (
        <PeopleMenu
          login={assignee}
          canEdit={canEdit}
          onSave={(login) => onChange(_id, { assignee: login })}
        />
      ),
    },
    { key: 'dueDate', label: text('cases.due'), cell: (task) => <DueDate task={task} /> },
  ]
  if (!canEdit) return columns
  return [
    ...columns,
    {
      key: 'actions',
      label: text('cases.taskActions'),
      align: 'right',
      cell: (task) => (
        <span className="row-buttons">
          {isOpen(task) && task.assignee !== me && (
            <Button
              size="small"
              onClick={() =>
                void attempt(() => onChange(task._id, { assignee: me, status: 'InProgress' }))
              }
            >
              {text('cases.take')}
            </Button>
          )}
          <Button
            kind="quiet"
            size="small"
            icon="flag"
            iconOnly
            aria-pressed={task.flag}
            onClick={() => void attempt(() => onChange(task._id, { flag: !task.flag }))}
          >
            {text('cases.flagNamed', { name: task.title })}
          </Button>
          <MoveButton task={task} step={-1} options={options} />
          <MoveButton task={task} step={1} options={options} />
        </span>
      ),
    },
  ]
}

function MoveButton(props: { task: TaskV1; step: Step; options: TaskColumnOptions }) {
  const { task, step, options } = props
  return (
    <Button
      kind="quiet"
      size="small"
      icon={step < 0 ? 'up' : 'down'}
      iconOnly
      unavailable={!options.canMove(task._id, step) && text('cases.cannotMove')}
      onClick={() => options.onMove(task._id, step)}
    >
      {text(step < 0 ? 'cases.moveUp' : 'cases.moveDown', { name: task.title })}
    </Button>
  )
}
