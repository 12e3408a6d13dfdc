import { counted, text } from '../../base/texts/index.ts'
import { showToast } from '../../base/ui/toasts.tsx'
import { LockConfirm } from './lock-confirm.tsx'
import { lockUser, unlockUser, usersChanged } from './use-users.ts'

interface LockDialogProps {
  logins: readonly string[]
  /** Unlocking otherwise. */
  locks: boolean
  onClose: () => void
}

/** One user or several; what could not be done for one does not keep the others back. */
export function LockDialog({ logins, locks, onClose }: LockDialogProps) {
  const one = logins.length === 1 ? logins[0] : undefined

  async function proceed() {
    const results = await Promise.allSettled(
      logins.map((login) => (locks ? lockUser(login) : unlockUser(login))),
    )
    usersChanged()
    const refused = results.filter((result) => result.status === 'rejected')
    if (refused[0]) throw refused[0].reason
    showToast({
      kind: 'success',
      message: counted(locks ? 'users.locked' : 'users.unlocked', logins.length),
    })
    onClose()
  }

  const title = one
    ? text(locks ? 'users.lockOne' : 'users.unlockOne', { login: one })
    : counted(locks ? 'users.lockMany' : 'users.unlockMany', logins.length)
  return (
    <LockConfirm title={title} locks={locks} onConfirm={proceed} onClose={onClose}>
      <p>{text(locks ? 'users.lockEffect' : 'users.unlockEffect')}</p>
      {!one && <p className="value">{logins.join(', ')}</p>}
    </LockConfirm>
  )
}
