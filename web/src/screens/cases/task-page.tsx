import './cases.css'
import '../../shared/response/response.css'
import type { TaskV1 } from '@assay/contract'
import { type ReactNode, useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { MissingPage } from '../../base/ui/missing-page.tsx'
import { Page, Panel } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { ActionsPanel } from './actions/actions-panel.tsx'
import { useCase } from './data.ts'
import { ResponderDialog } from './respond/responder-dialog.tsx'
import { useTask } from './tasks/data.ts'
import { DeleteTaskButton } from './tasks/delete-task-button.tsx'
import { LogsPanel } from './tasks/logs-panel.tsx'
import { TaskBar } from './tasks/task-bar.tsx'
import { TaskDetails } from './tasks/task-details.tsx'

export function TaskPage({ params: { caseId = '', id = '' } }: ScreenProps) {
  const found = useTask(id)
  const row = useCase(caseId).data
  const back = (
    <Link to={`${path`/cases/${caseId}`}?tab=tasks`}>
      {row ? text('cases.backTo', { name: `#${row.number} ${row.title}` }) : text('cases.back')}
    </Link>
  )
  return (
    <Answer query={found} missing={<MissingPage what={text('cases.task')} id={id} back={back} />}>
      {(task) => <ShownTask caseId={caseId} tlp={row?.tlp} task={task} back={back} />}
    </Answer>
  )
}

interface ShownTaskProps {
  caseId: string
  /** Of the case, which is that of all it sends; unknown while the case is being read. */
  tlp: number | undefined
  task: TaskV1
  back: ReactNode
}

function ShownTask({ caseId, tlp, task, back }: ShownTaskProps) {
  const { analyze } = useRights()
  const [isAsking, setAsking] = useState(false)
  return (
    <Page
      title={task.title}
      back={back}
      tlp={tlp}
      actions={
        analyze && (
          <>
            {tlp !== undefined && (
              <Button icon="play" onClick={() => setAsking(true)}>
                {text('cases.runResponder')}
              </Button>
            )}
            <DeleteTaskButton task={task} caseId={caseId} />
          </>
        )
      }
    >
      <TaskBar task={task} />
      <div className="two-columns">
        <div>
          <LogsPanel task={task} />
        </div>
        <div>
          <TaskDetails task={task} />
        </div>
      </div>
      <Panel title={text('cases.observableTab.actions')} className="below">
        <ActionsPanel target={{ type: 'case_task', id: task._id }} />
      </Panel>
      {isAsking && tlp !== undefined && (
        <ResponderDialog
          targets={[{ type: 'case_task', id: task._id, tlp }]}
          onClose={() => setAsking(false)}
          onStarted={() => setAsking(false)}
        />
      )}
    </Page>
  )
}
