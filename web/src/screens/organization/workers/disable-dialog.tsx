import { text } from '../../../base/texts/index.ts'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { workersChanged } from './use-workers.ts'
import type { WorkerRow } from './worker-rows.ts'

interface DisableDialogProps {
  kind: Kind
  row: WorkerRow
  onClose: () => void
}

export function DisableDialog({ kind, row, onClose }: DisableDialogProps) {
  const { busy, problem, run } = useAction()
  const name = row.title
  async function disable() {
    await callsOf(kind).disable({ id: row.id })
    workersChanged(kind)
    showToast({ kind: 'success', message: text('workers.disabled', { name }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('workers.disableTitle', { name })}
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
