import type { ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'
import { Notice } from '../../base/ui/notice.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'

interface RemoveDialogProps {
  title: string
  /** What is lost. */
  children: ReactNode
  confirm?: string
  /** Does it, and updates the lists. */
  onRemove: () => Promise<void>
  done: string
  onClose: () => void
}

/** Asks before something is removed; what the server says against it is shown in the question. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { title, children, confirm = text('app.delete'), onRemove, done, onClose } = props
  const { busy, problem, run } = useAction()
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      busy={busy}
      onCancel={onClose}
      onConfirm={() =>
        void run(async () => {
          await onRemove()
          showToast({ kind: 'success', message: done })
          onClose()
        })
      }
    >
      <Notice kind="error">{problem?.message}</Notice>
      {children}
    </ConfirmDialog>
  )
}
