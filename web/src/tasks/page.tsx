import { offsetIn, pageOf } from '../response/paging.ts'
import { type SearchChange, useSearch } from '../routing/place.ts'
import { useSession } from '../session/session.ts'
import { formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { Page } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { type Order, orderIn, orders, pageSize, viewIn, views } from './task-list.ts'
import { TaskTable } from './task-table.tsx'
import { useTaskGroups, useTasks } from './use-tasks.ts'
import { useWaitingTaskCount } from './waiting-count.ts'
import './tasks.css'

const orderNames = Object.keys(orders) as Order[]

export function TasksPage() {
  const { user } = useSession()
  const { params, set } = useSearch()
  const view = viewIn(params)
  const order = orderIn(params)
  const groups = params.getAll('group')
  const from = offsetIn(params, pageSize)
  const query = useTasks({ view, order, groups, from })
  const choices = useTaskGroups(view, user.id)
  const waiting = useWaitingTaskCount()
  const change = (next: SearchChange, push = false) => set({ page: undefined, ...next }, { push })
  return (
    <Page
      title={text(`tasks.${view}`)}
      tabTitle={`${text(`tasks.${view}`)} – ${text('tasks.title')}`}
      heading={
        <>
          {text(`tasks.${view}`)}
          {query.data && <span className="muted number">{formatNumber(query.data.total)}</span>}
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
      <search className="filters" aria-label={text('tasks.filters')}>
        <label className="task-order">
          {text('tasks.sort')}
          <select
            className="input"
            value={order}
            onChange={({ currentTarget }) => change({ sort: currentTarget.value })}
          >
            {orderNames.map((name) => (
              <option key={name} value={name}>
                {text(`tasks.order.${name}`)}
              </option>
            ))}
          </select>
        </label>
        <ChoiceMenu
          label={text('tasks.group')}
          choices={choices}
          chosen={groups}
          onChange={(group) => change({ group })}
        />
      </search>
      <Answer query={query}>
        {({ rows, total }) =>
          total === 0 ? (
            <NoTasks
              title={text(groups.length > 0 ? 'tasks.noMatch' : `tasks.none.${view}`)}
              onClear={groups.length > 0 ? () => change({ group: undefined }) : undefined}
            />
          ) : (
            <>
              <TaskTable rows={rows} view={view} />
              <Pager
                from={from}
                size={pageSize}
                total={total}
                onGo={(next) => change({ page: pageOf(next, pageSize) }, true)}
              />
            </>
          )
        }
      </Answer>
    </Page>
  )
}

const NoTasks = ({ title, onClear }: { title: string; onClear: (() => void) | undefined }) => (
  <Empty
    title={title}
    icon="task"
    action={onClear && <Button onClick={onClear}>{text('app.clearAll')}</Button>}
  >
    {!onClear && text('tasks.about')}
  </Empty>
)
