import type { TaskV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { useRights } from '../../../base/session/rights.ts'
import { useSession } from '../../../base/session/session.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { BarFact, BarOwner, BarTime } from '../bar-fact.tsx'
import { FlagButton } from '../flag-button.tsx'
import { changeTask, isOpen, type TaskChange } from './data.ts'
import { DueDate, TaskStatusMenu } from './task-marks.tsx'

export function TaskBar({ task }: { task: TaskV1 }) {
  const { analyze } = useRights()
  const { user } = useSession()
  const change = (what: TaskChange) => changeTask(task._id, what)
  return (
    <div className="fact-bar">
      <TaskStatusMenu
        status={task.status}
        canEdit={analyze}
        onSave={(status) => change({ status })}
      />
      <BarOwner
        login={task.assignee}
        canEdit={analyze}
        onSave={(assignee) => change({ assignee })}
      />
      <BarFact label={text('cases.due')}>
        <DueDate task={task} />
      </BarFact>
      <BarTime label={text('cases.started')} at={task.startDate} />
      <BarTime label={text('cases.ended')} at={task.endDate} />
      <FlagButton
        flag={task.flag}
        canEdit={analyze}
        onToggle={() => void attempt(() => change({ flag: !task.flag }))}
      />
      {analyze && isOpen(task) && task.assignee !== user.id && (
        <Button
          size="small"
          onClick={() => void attempt(() => change({ assignee: user.id, status: 'InProgress' }))}
        >
          {text('cases.take')}
        </Button>
      )}
      {analyze && isOpen(task) && (
        <Button
          size="small"
          icon="check"
          onClick={() => void attempt(() => change({ status: 'Completed' }))}
        >
          {text('cases.complete')}
        </Button>
      )}
    </div>
  )
}
