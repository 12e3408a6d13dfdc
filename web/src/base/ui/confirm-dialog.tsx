import type { ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  title: string
  confirm: string
  cancel?: string
  kind?: 'danger' | 'primary'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** Asks before something that cannot be undone; the safe answer has the focus at first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, cancel = text('app.cancel'), kind = 'danger', busy, children } = props
  return (
    <Dialog
      title={title}
      onClose={props.onCancel}
      footer={
        <>
          <Button data-autofocus onClick={props.onCancel}>
            {cancel}
          </Button>
          <Button kind={kind} busy={busy ?? false} onClick={props.onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
