import type { Organization } from '@assay/contract'
import { api } from '../api.ts'
import { counted, text } from '../texts/index.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toasts.tsx'
import { useAction } from '../use-action.ts'
import { usersChanged } from '../users/use-users.ts'
import { activeUsers } from './list.ts'

interface LockOrganizationDialogProps {
  organization: Organization
  /** Unlocking otherwise. */
  locks: boolean
  onClose: () => void
}

export function LockOrganizationDialog(props: LockOrganizationDialogProps) {
  const { organization, locks, onClose } = props
  const { id, name } = organization
  const { busy, problem, run } = useAction()

  async function proceed() {
    if (locks) await api.deleteOrganization({ id })
    else await api.updateOrganization({ id }, { status: 'Active' })
    usersChanged()
    showToast({
      kind: 'success',
      message: text(locks ? 'platform.locked' : 'platform.unlocked', { name }),
    })
    onClose()
  }

  return (
    <ConfirmDialog
      title={text(locks ? 'platform.lockTitle' : 'platform.unlockTitle', { name })}
      confirm={text(locks ? 'users.lock' : 'users.unlock')}
      kind={locks ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => void run(proceed)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      <p>
        {counted(
          locks ? 'platform.lockEffect' : 'platform.unlockEffect',
          activeUsers(organization),
        )}
      </p>
      {locks && <p>{text('platform.lockData')}</p>}
    </ConfirmDialog>
  )
}
