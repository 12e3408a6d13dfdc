import type { ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface LeaveDialogProps {
  title: string
  /** Undefined where there is nothing that a browser could open. */
  href: string | undefined
  confirm: string
  onClose: () => void
  children: ReactNode
}

/** The second step before the world outside, which the reader may still not take. */
export const LeaveDialog = ({ title, href, confirm, onClose, children }: LeaveDialogProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    footer={
      <>
        <Button data-autofocus onClick={onClose}>
          {text('app.cancel')}
        </Button>
        {/* The other side learns neither where the reader came from nor gets hold of this page. */}
        {href !== undefined && (
          <a
            className="button button-danger"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            referrerPolicy="no-referrer"
            onClick={onClose}
          >
            {confirm}
          </a>
        )}
      </>
    }
  >
    {children}
  </Dialog>
)
