import { text } from '../../texts/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { type EnabledWorker, workersChanged } from './use-workers.ts'

interface DisableDialogProps {
  kind: Kind
  worker: EnabledWorker
  onClose: () => void
}

export function DisableDialog({ kind, worker, onClose }: DisableDialogProps) {
  const { busy, problem, run } = useAction()
  async function disable() {
    await callsOf(kind).disable({ id: worker.id })
    workersChanged(kind)
    showToast({ kind: 'success', message: text('workers.disabled', { name: worker.name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('workers.disableTitle', { name: worker.name })}
      confirm={text('workers.disable')}
      busy={busy}
      onConfirm={() => void run(disable)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('workers.disableEffect')}</p>
      <p>{text('workers.disableJobs')}</p>
    </ConfirmDialog>
  )
}
