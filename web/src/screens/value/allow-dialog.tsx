import type { ValueName } from '@assay/contract'
import { text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { allow } from './allow-list.ts'
import type { Analysis } from './use-analysis.ts'

interface AllowDialogProps {
  subject: ValueName
  analysis: Analysis
  onClose: () => void
}

/** What is on the list is called harmless; what speaks against it is shown all the same. */
export function AllowDialog({ subject, analysis, onClose }: AllowDialogProps) {
  const { busy, problem, run } = useAction()
  const put = async () => {
    const { name, analyzerId } = await allow(subject.data ?? '')
    showToast({ kind: 'success', message: text('value.allowed', { name }) })
    onClose()
    await analysis.run(analysis.fitting.filter(({ id }) => id === analyzerId))
  }
  return (
    <ConfirmDialog
      title={text('value.allow')}
      confirm={text('value.allowConfirm')}
      kind="primary"
      busy={busy}
      onConfirm={() => void run(put)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('value.allowText')}</p>
    </ConfirmDialog>
  )
}
