import type { CaseV1, TaskV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../response/attempt.ts'
import { useSearch } from '../../routing/place.ts'
import { useRights } from '../../session/rights.ts'
import { useSession } from '../../session/session.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Panel } from '../../ui/page.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { taskColumns } from './columns.tsx'
import { changeTask, isOpen, useCaseTasks } from './data.ts'
import { NewTaskDialog } from './new-task-dialog.tsx'
import { grouped, movedOrders } from './order.ts'

export function TasksTab({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const { user } = useSession()
  const { params, set } = useSearch()
  const tasks = useCaseTasks(row._id)
  const [isAdding, setAdding] = useState(false)
  const onlyOpen = params.get('open') === 'yes'
  const onlyMine = params.get('mine') === 'yes'
  const isWanted = (task: TaskV1) =>
    (!onlyOpen || isOpen(task)) && (!onlyMine || task.assignee === user.id)
  const addButton = analyze && (
    <Button kind="primary" size="small" icon="plus" onClick={() => setAdding(true)}>
      {text('cases.addTask')}
    </Button>
  )
  return (
    <>
      <div className="filters">
        <Check
          label={text('cases.onlyOpen')}
          checked={onlyOpen}
          onChange={(checked) => set({ open: checked ? 'yes' : '' })}
        />
        <Check
          label={text('cases.onlyMine')}
          checked={onlyMine}
          onChange={(checked) => set({ mine: checked ? 'yes' : '' })}
        />
        <span className="filters-end buttons">{addButton}</span>
      </div>
      <Answer query={tasks}>
        {({ rows }) =>
          rows.some(isWanted) ? (
            <TaskGroups caseId={row._id} tasks={rows} isWanted={isWanted} />
          ) : (
            <NoTasks
              isFiltered={rows.length > 0}
              add={addButton}
              onClear={() => set({ open: '', mine: '' })}
            />
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

function NoTasks(props: { isFiltered: boolean; add: React.ReactNode; onClear: () => void }) {
  return props.isFiltered ? (
    <Empty
      title={text('cases.noTaskMatch')}
      icon="search"
      action={<Button onClick={props.onClear}>{text('app.clearAll')}</Button>}
    />
  ) : (
    <Empty title={text('cases.noTasks')} icon="task" action={props.add}>
      {text('cases.noTasksAbout')}
    </Empty>
  )
}
