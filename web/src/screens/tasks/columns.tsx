import type { TaskV0 } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { StatusMark } from '../../base/ui/marks.tsx'
import { Nothing } from '../../base/ui/nothing.tsx'
import type { Column } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'
import { Owner } from '../../shared/response/owner.tsx'
import type { View } from './list.ts'
import { TaskButtons } from './task-buttons.tsx'

/** For your own tasks the status matters, for waiting ones their owner. */
export const taskColumns = (view: View, canEdit: boolean): Column<TaskV0>[] => [
  ...columns(),
  ...(view === 'mine' ? [statusColumn()] : [ownerColumn()]),
  ...(canEdit ? [buttonColumn()] : []),
]

const columns = (): Column<TaskV0>[] => [
  {
    key: 'flag',
    label: text('tasks.flag'),
    cell: ({ flag }) =>
      flag ? (
        <span className="task-flag" title={text('tasks.flagged')}>
          <Icon name="flag" />
          <span className="visually-hidden">{text('tasks.flagged')}</span>
        </span>
      ) : (
        <Nothing />
      ),
  },
  { key: 'group', label: text('tasks.group'), cell: ({ group }) => group },
  {
    key: 'title',
    label: text('tasks.task'),
    isHeader: true,
    isWide: true,
    cell: (task) =>
      task.case ? (
        <Link to={path`/cases/${task.case.id}/tasks/${task.id}`}>{task.title}</Link>
      ) : (
        task.title
      ),
  },
  {
    key: 'case',
    label: text('response.case'),
    cell: ({ case: parent }) =>
      parent ? (
        <Link to={path`/cases/${parent.id}`} title={parent.title}>
          #{parent.caseId}
        </Link>
      ) : (
        <Nothing />
      ),
  },
  {
    key: 'startDate',
    label: text('response.started'),
    cell: ({ startDate }) => <Time at={startDate} />,
  },
  { key: 'dueDate', label: text('tasks.due'), cell: ({ dueDate }) => <Time at={dueDate} /> },
]

const ownerColumn = (): Column<TaskV0> => ({
  key: 'owner',
  label: text('tasks.owner'),
  cell: ({ owner }) => <Owner login={owner} />,
})

const statusColumn = (): Column<TaskV0> => ({
  key: 'status',
  label: text('response.status'),
  cell: ({ status }) => <StatusMark status={status} />,
})

const buttonColumn = (): Column<TaskV0> => ({
  key: 'actions',
  label: text('response.actions'),
  cell: (task) => <TaskButtons task={task} />,
})
