import type { Organization } from '@assay/contract'
import { api } from '../../base/api.ts'
import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { LockConfirm } from '../../shared/users/lock-confirm.tsx'
import { usersChanged } from '../../shared/users/use-users.ts'
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
    <LockConfirm
      title={text(locks ? 'platform.lockTitle' : 'platform.unlockTitle', { name })}
      locks={locks}
      onConfirm={proceed}
      onClose={onClose}
    >
      <p>
        {counted(
          locks ? 'platform.lockEffect' : 'platform.unlockEffect',
          activeUsers(organization),
        )}
      </p>
      {locks && <p>{text('platform.lockData')}</p>}
    </LockConfirm>
  )
}
