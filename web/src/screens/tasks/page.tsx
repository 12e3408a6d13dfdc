import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { Tabs } from '../../base/ui/tabs.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { ListTable } from '../../shared/list/list-table.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { taskColumns } from './columns.tsx'
import { orderNames, taskList, viewIn, views } from './list.ts'
import { useTasks } from './use-tasks.ts'
import { useWaitingTaskCount } from './waiting-count.ts'
import './tasks.css'

export function TasksPage() {
  const { analyze } = useRights()
  const view = viewIn(useSearch().params)
  const list = useList(taskList)
  const tasks = useTasks(view, list)
  const selection = useSelection(list, tasks.data?.rows ?? [])
  const waiting = useWaitingTaskCount()
  return (
    <Page
      title={text(`tasks.${view}`)}
      tabTitle={`${text(`tasks.${view}`)} – ${text('tasks.title')}`}
      heading={
        <>
          {text(`tasks.${view}`)}
          {tasks.data && <span className="tab-count">{formatNumber(tasks.data.total)}</span>}
        </>
      }
    >
      <Tabs
        label={text('tasks.views')}
        tabs={views.map((name) => ({
          to: `/tasks?view=${name}`,
          label: text(`tasks.${name}`),
          count: name === 'waiting' ? waiting : undefined,
          isCurrent: name === view,
        }))}
      />
      <FilterBar
        list={list}
        start={
          <label className="task-order">
            {text('tasks.sort')}
            <select
              className="input"
              value={list.sort}
              onChange={({ currentTarget }) => list.change({ sort: currentTarget.value })}
            >
              {orderNames.map((name) => (
                <option key={name} value={name}>
                  {text(`tasks.order.${name}`)}
                </option>
              ))}
            </select>
          </label>
        }
      />
      <ListTable
        list={list}
        query={tasks}
        selection={selection}
        caption={text(`tasks.${view}`)}
        columns={taskColumns(view, analyze)}
        none={
          <Empty title={text(`tasks.none.${view}`)} icon="task">
            {text('tasks.about')}
          </Empty>
        }
      />
    </Page>
  )
}
