import type { ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { useAction } from '../../base/use-action.ts'

interface LockConfirmProps {
  title: string
  /** Unlocking otherwise. */
  locks: boolean
  onConfirm: () => Promise<void>
  onClose: () => void
  /** What it does. */
  children: ReactNode
}

/** Asks before users or an organization are locked or unlocked. */
export function LockConfirm({ title, locks, onConfirm, onClose, children }: LockConfirmProps) {
  const { busy, problem, run } = useAction()
  return (
    <ConfirmDialog
      title={title}
      confirm={text(locks ? 'users.lock' : 'users.unlock')}
      kind={locks ? 'danger' : 'primary'}
      busy={busy}
      onConfirm={() => void run(onConfirm)}
      onCancel={onClose}
    >
      <Notice kind="error">{problem?.message}</Notice>
      {children}
    </ConfirmDialog>
  )
}
