import { text } from '../../../base/texts/index.ts'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'
import { callsOf, type Kind } from '../kinds.ts'
import { workersChanged } from './use-workers.ts'
import type { WorkerRow } from './worker-rows.ts'

interface SwitchDialogProps {
  kind: Kind
  row: WorkerRow
  onClose: () => void
}

/** To a newer version of the same definition; the server keeps the settings. */
export function SwitchDialog({ kind, row, onClose }: SwitchDialogProps) {
  const { busy, problem, run } = useAction()
  const target = row.worker?.availableDefinitionId
  if (!target) return null
  const proceed = async () => {
    await callsOf(kind).update({ id: row.id }, { workerDefinitionId: target })
    workersChanged(kind)
    showToast({ kind: 'success', message: text('workers.changed', { name: row.title }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('workers.switchTitle', { name: row.title, target: versionOf(target) })}
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

/** `VirusTotal_3_1` is version 3.1. */
export const versionOf = (definitionId: string) =>
  /((?:_\d+)+)$/.exec(definitionId)?.[1]?.slice(1).replaceAll('_', '.') ?? definitionId
