import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'

interface SaveBarProps {
  /** How many fields differ from what is saved. */
  changes: number
  /** Says something else than how much is saved. */
  submit?: string | undefined
  busy: boolean
  onDiscard: () => void
}

/** At the end of a form: what would be saved, and the way back. */
export function SaveBar({ changes, submit, busy, onDiscard }: SaveBarProps) {
  return (
    <div className="buttons save-bar">
      <Button
        type="submit"
        kind="primary"
        busy={busy}
        unavailable={!submit && changes === 0 && text('app.noChange')}
      >
        {submit ?? (changes === 0 ? text('app.save') : counted('app.saveChanges', changes))}
      </Button>
      {changes > 0 && (
        <Button kind="quiet" onClick={onDiscard}>
          {text('app.discard')}
        </Button>
      )}
    </div>
  )
}

export const LeaveDialog = ({ stay, leave }: { stay: () => void; leave: () => void }) => (
  <ConfirmDialog
    title={text('leave.title')}
    confirm={text('leave.leave')}
    cancel={text('leave.stay')}
    onConfirm={leave}
    onCancel={stay}
  >
    <p>{text('leave.text')}</p>
  </ConfirmDialog>
)
