import type { User } from '@assay/contract'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { BulkBar } from '../list/bulk-bar.tsx'
import { isLocked } from './role-sets.ts'

interface UsersBulkBarProps {
  users: readonly User[]
  self: string
  onLock: (asked: { locks: boolean; logins: string[] }) => void
  onClear: () => void
}

/** What can be done to the chosen users together. Your own account is never among those locked. */
export function UsersBulkBar({ users, self, onLock, onClear }: UsersBulkBarProps) {
  const loginsOf = (locked: boolean) =>
    users.filter((user) => isLocked(user) === locked && user.id !== self).map(({ id }) => id)
  const active = loginsOf(false)
  const locked = loginsOf(true)
  return (
    <BulkBar
      label={text('users.bulk')}
      count={counted('users.selected', users.length)}
      clear={text('users.deselect')}
      onClear={onClear}
    >
      <Button
        size="small"
        icon="lock"
        unavailable={active.length === 0 && text('users.noneToLock')}
        onClick={() => onLock({ locks: true, logins: active })}
      >
        {text('users.lock')}
      </Button>
      <Button
        size="small"
        unavailable={locked.length === 0 && text('users.noneToUnlock')}
        onClick={() => onLock({ locks: false, logins: locked })}
      >
        {text('users.unlock')}
      </Button>
    </BulkBar>
  )
}
