import type { User } from '@assay/contract'
import { api } from '../../base/api.ts'
import { text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'
import { usersChanged } from './use-users.ts'

/** For a user who lost phone and recovery codes. */
export function ResetFactorDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { busy, problem, run } = useAction()
  const reset = async () => {
    await api.resetSecondFactor({ login: user.id })
    usersChanged()
    showToast({ kind: 'success', message: text('users.factorReset', { login: user.id }) })
    onClose()
  }
  return (
    <ConfirmDialog
      title={text('users.factorResetTitle', { login: user.id })}
      confirm={text('users.factorResetSubmit')}
      busy={busy}
      onConfirm={() => void run(reset)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>{text('users.factorResetEffect')}</p>
    </ConfirmDialog>
  )
}
