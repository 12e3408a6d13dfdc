import type { CaseV1, TaskV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../../base/attempt.ts'
import { useRights } from '../../../base/session/rights.ts'
import { useSession } from '../../../base/session/session.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Panel } from '../../../base/ui/page.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { Table } from '../../../base/ui/table.tsx'
import type { ListDeclaration } from '../../../shared/list/declaration.ts'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import { matchesAll } from '../../../shared/list/filters.ts'
import { NoMatch } from '../../../shared/list/list-table.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { taskColumns } from './columns.tsx'
import { changeTask, isOpen, useCaseTasks } from './data.ts'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { grouped, movedOrders } from './order.ts'

/** The tasks of a case, which are read whole: a new filter is one more entry here. */
const taskFilters: ListDeclaration<{ task: TaskV1; me: string }> = {
  idOf: ({ task }) => task._id,
  texts: { noMatch: 'cases.noTaskMatch' },
  filters: [
    {
      key: 'open',
      label: 'cases.onlyOpen',
      control: { kind: 'check' },
      matches: ({ task }) => isOpen(task),
    },
    {
      key: 'mine',
      label: 'cases.onlyMine',
      control: { kind: 'check' },
      matches: ({ task, me }) => task.assignee === me,
    },
  ],
}

export function TasksTab({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const { user } = useSession()
  const list = useList(taskFilters)
  const tasks = useCaseTasks(row._id)
  const [isAdding, setAdding] = useState(false)
  const isWanted = (task: TaskV1) =>
    matchesAll(taskFilters.filters, list.values, { task, me: user.id })
  const addButton = analyze && (
    <Button size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('cases.addTask')}
    </Button>
  )
  return (
    <>
      <FilterBar list={list}>
        <span className="filters-end buttons">{addButton}</span>
      </FilterBar>
      <Answer query={tasks}>
        {({ rows }) =>
          rows.some(isWanted) ? (
            <TaskGroups caseId={row._id} tasks={rows} isWanted={isWanted} />
          ) : rows.length > 0 ? (
            <NoMatch list={list} />
          ) : (
            <Empty title={text('cases.noTasks')} icon="task" action={addButton}>
              {text('cases.noTasksAbout')}
            </Empty>
          )
        }
      </Answer>
      {isAdding && (
        <NewTaskDialog
          caseId={row._id}
          groups={[...new Set(tasks.data?.rows.map(({ group }) => group))]}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

interface TaskGroupsProps {
  caseId: string
  tasks: readonly TaskV1[]
  isWanted: (task: TaskV1) => boolean
}

function TaskGroups({ caseId, tasks, isWanted }: TaskGroupsProps) {
  const { analyze } = useRights()
  const { user } = useSession()
  return grouped(tasks)
    .filter((one) => one.tasks.some(isWanted))
    .map(({ group, tasks: members }) => (
      <Panel key={group} title={group} className="task-group">
        <Table
          caption={group}
          columns={taskColumns({
            caseId,
            me: user.id,
            canEdit: analyze,
            onChange: changeTask,
            canMove: (id, step) => movedOrders(members, id, step).length > 0,
            onMove: (id, step) =>
              void attempt(async () => {
                for (const moved of movedOrders(members, id, step)) {
                  await changeTask(moved.id, { order: moved.order })
                }
              }),
          })}
          rows={members.filter(isWanted)}
          idOf={({ _id }) => _id}
        />
      </Panel>
    ))
}
