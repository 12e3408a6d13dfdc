import type { CaseV1, TaskV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { defangText } from '../../../base/model/defang.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { useRights } from '../../../base/session/rights.ts'
import { useSession } from '../../../base/session/session.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { changeTask, isOpen, useCaseTasks } from '../tasks/data.ts'

const maxShown = 6

/** What is left to do; a tick completes it. */
export function SideTasks({ row }: { row: CaseV1 }) {
  const tasks = useCaseTasks(row._id)
  const all = tasks.data?.rows ?? []
  const open = all.filter(isOpen)
  return (
    <section className="panel rows-panel">
      <div className="panel-head">
        <h2>{text('cases.tab.tasks')}</h2>
        {all.length > 0 && (
          <span className="muted small">
            {text('cases.doneOf', { done: all.length - open.length, all: all.length })}
          </span>
        )}
      </div>
      <Answer query={tasks}>
        {() => (
          <ul className="side-rows">
            {open.slice(0, maxShown).map((task) => (
              <Task key={task._id} task={task} caseId={row._id} />
            ))}
            {open.length === 0 && (
              <li className="muted">
                {text(all.length === 0 ? 'cases.noTasks' : 'cases.noOpenTasks')}
              </li>
            )}
          </ul>
        )}
      </Answer>
      <div className="side-foot">
        <Link to={`${path`/cases/${row._id}`}?tab=tasks`}>{text('cases.allTasks')}</Link>
      </div>
    </section>
  )
}

function Task({ task, caseId }: { task: TaskV1; caseId: string }) {
  const { analyze } = useRights()
  const { user } = useSession()
  const change = (what: Parameters<typeof changeTask>[1]) =>
    void attempt(() => changeTask(task._id, what))
  return (
    <li>
      {analyze && (
        <label className="tick">
          <input type="checkbox" checked={false} onChange={() => change({ status: 'Completed' })} />
          <span className="visually-hidden">
            {text('cases.completeNamed', { name: task.title })}
          </span>
        </label>
      )}
      <span className="side-words">
        <Link to={path`/cases/${caseId}/tasks/${task._id}`}>{defangText(task.title)}</Link>
        <span className="muted small">
          {task.assignee ?? text('cases.nobody')}
          {task.dueDate !== undefined && (
            <>
              , {text('cases.due').toLowerCase()} <Time at={task.dueDate} />
            </>
          )}
        </span>
      </span>
      {analyze && task.assignee === undefined && (
        <Button size="small" onClick={() => change({ assignee: user.id, status: 'InProgress' })}>
          {text('cases.take')}
          <span className="visually-hidden"> {task.title}</span>
        </Button>
      )}
    </li>
  )
}
