import { text } from '../../texts/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useAction } from '../../use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { type EnabledWorker, workersChanged } from './use-workers.ts'

interface SwitchDialogProps {
  kind: Kind
  worker: EnabledWorker
  onClose: () => void
}

/** To a newer version of the same definition; the server carries the settings over. */
export function SwitchDialog({ kind, worker, onClose }: SwitchDialogProps) {
  const { busy, problem, run } = useAction()
  const target = worker.availableDefinitionId
  if (!target) return null
  const proceed = async () => {
    await callsOf(kind).update({ id: worker.id }, { workerDefinitionId: target })
    workersChanged(kind)
    showToast({ kind: 'success', message: text('workers.changed', { name: worker.name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('workers.switchTitle', { name: worker.name, target })}
      confirm={text('workers.switchConfirm')}
      kind="primary"
      busy={busy}
      onConfirm={() => void run(proceed)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('workers.switchEffect')}</p>
    </ConfirmDialog>
  )
}
