import type { Decision } from '@assay/contract'
import { api } from '../../base/api.ts'
import { changed } from '../../base/data/cache.ts'
import { text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'

interface WithdrawDialogProps {
  decision: Pick<Decision, 'id'>
  onClose: () => void
}

/** Ends a decision before its time. */
export function WithdrawDialog({ decision, onClose }: WithdrawDialogProps) {
  const { busy, problem, run } = useAction()
  const withdraw = async () => {
    await api.endVerdict({ id: decision.id })
    await changed('verdict', 'watch')
    showToast({ kind: 'success', message: text('mark.withdrawn') })
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('mark.withdrawTitle')}
      confirm={text('mark.withdraw')}
      kind="primary"
      busy={busy}
      onConfirm={() => void run(withdraw)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('mark.withdrawText')}</p>
    </ConfirmDialog>
  )
}
