import type { User } from '@assay/contract'
import { useState } from 'react'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { LockDialog } from './lock-dialog.tsx'
import { isLocked } from './role-sets.ts'

interface BulkBarProps {
  users: readonly User[]
  self: string
  onDone: () => void
}

/** What can be done to the chosen users together. The own account is never among those locked. */
export function BulkBar({ users, self, onDone }: BulkBarProps) {
  const [asked, setAsked] = useState<{ locks: boolean; logins: string[] }>()
  const loginsOf = (locked: boolean) =>
    users.filter((user) => isLocked(user) === locked && user.id !== self).map(({ id }) => id)
  const active = loginsOf(false)
  const locked = loginsOf(true)
  const dialog = asked && (
    <LockDialog
      {...asked}
      onClose={() => {
        setAsked(undefined)
        onDone()
      }}
    />
  )
  if (users.length === 0) return dialog
  return (
    <section className="bulk-bar" aria-label={text('users.bulk')}>
      <span>{counted('users.selected', users.length)}</span>
      <Button
        size="small"
        icon="lock"
        unavailable={active.length === 0 && text('users.noneToLock')}
        onClick={() => setAsked({ locks: true, logins: active })}
      >
        {text('users.lock')}
      </Button>
      <Button
        size="small"
        unavailable={locked.length === 0 && text('users.noneToUnlock')}
        onClick={() => setAsked({ locks: false, logins: locked })}
      >
        {text('users.unlock')}
      </Button>
      <Button size="small" kind="quiet" onClick={onDone}>
        {text('users.deselect')}
      </Button>
      {dialog}
    </section>
  )
}
