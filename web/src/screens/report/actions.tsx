import type { Job, JobWithReport } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { rerun } from './rerun.ts'

type Asked = 'compare' | 'delete' | 'respond'

interface JobActionsProps {
  job: JobWithReport
  onStarted: (next: Job) => void
  onDeleted: () => void
}

/** What can be done with a job and its report. */
export function JobActions({ job, onStarted, onDeleted }: JobActionsProps) {
  const { analyze } = useRights()
  const [asked, setAsked] = useState<Asked>()
  const action = useAction()
  const close = () => setAsked(undefined)
  const again = (force: boolean) => {
    close()
    void action.run(async () => onStarted(await rerun(job, { force })))
  }
  const isEnded = isFinal(job.status) && job.status !== 'Deleted'
  return (
    <>
      <div className="report-actions buttons">
        {analyze && isEnded && (
          <Rerun job={job} busy={action.busy} onRun={again} onAsk={setAsked} />
        )}
        {job.status === 'Success' && job.type === 'analyzer' && (
          <Button size="small" onClick={() => setAsked('compare')}>
            {text('report.compare')}
          </Button>
        )}
        {isEnded && <ExportMenu job={job} />}
        {isEnded && (
          <Button size="small" icon="print" onClick={() => print()}>
            {text('report.print')}
          </Button>
        )}
        {analyze && job.status !== 'Deleted' && (
          <Menu
            label={text('report.more')}
            name={text('report.more')}
            button={{ icon: 'more', iconOnly: true, kind: 'quiet', size: 'small' }}
            items={[
              {
                label: text('app.delete'),
                icon: 'trash',
                kind: 'danger',
                onSelect: () => setAsked('delete'),
              },
            ]}
          />
        )}
      </div>
      <Notice kind="error">{action.problem?.message}</Notice>
      {asked === 'compare' && <CompareDialog job={job} onClose={close} />}
      {asked === 'delete' && <DeleteDialog job={job} onClose={close} onDeleted={onDeleted} />}
      {asked === 'respond' && (
        <ConfirmDialog
          title={text('report.respond.title', { name: analyzerName(job.workerName) })}
          confirm={text('report.respond.confirm')}
          kind="primary"
          onConfirm={() => again(false)}
          onCancel={close}
        >
          <p>{text('report.respond.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface RerunProps {
  job: Job
  busy: boolean
  onRun: (force: boolean) => void
  onAsk: (asked: Asked) => void
}

/** An analysis may be answered from the cache; what a responder does, it does again: asked first. */
function Rerun({ job, busy, onRun, onAsk }: RerunProps) {
  if (job.type === 'responder') {
    return (
      <Button size="small" icon="refresh" busy={busy} onClick={() => onAsk('respond')}>
        {text('report.respond')}
      </Button>
    )
  }
  return (
    <Menu
      label={text('report.rerun')}
      name={text('report.rerun')}
      button={{ size: 'small', busy }}
      items={[
        { label: text('report.rerun.cache'), icon: 'refresh', onSelect: () => onRun(false) },
        { label: text('report.rerun.fresh'), icon: 'play', onSelect: () => onRun(true) },
      ]}
    />
  )
}

interface DeleteDialogProps {
  job: Job
  onClose: () => void
  onDeleted: () => void
}

function DeleteDialog({ job, onClose, onDeleted }: DeleteDialogProps) {
  const action = useAction()
  const remove = () =>
    action.run(async () => {
      await api.deleteJob({ id: job.id })
      showToast({ kind: 'success', message: text('report.deleted') })
      onDeleted()
    })
  return (
    <ConfirmDialog
      title={text('report.delete.title')}
      confirm={text('report.delete.confirm')}
      busy={action.busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <Notice kind="error">{action.problem?.message}</Notice>
      <p>{text(isFinal(job.status) ? 'report.delete.text' : 'report.delete.running')}</p>
    </ConfirmDialog>
  )
}
