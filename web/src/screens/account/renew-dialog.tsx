import { text } from '../../base/texts/index.ts'
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx'

export function RenewDialog(props: { onConfirm: () => void; onCancel: () => void }) {
  return (
    <ConfirmDialog
      title={text('key.confirmTitle')}
      confirm={text('key.confirm')}
      cancel={text('key.cancel')}
      {...props}
    >
      <p>{text('key.confirmText')}</p>
      <ul>
        <li>{text('key.confirmScripts')}</li>
        <li>{text('key.confirmPlatforms')}</li>
      </ul>
      <p>{text('key.confirmSession')}</p>
    </ConfirmDialog>
  )
}
