import type { MailReport } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { fileSize } from '../../base/model/times.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Labelled } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useAction } from '../../base/use-action.ts'

interface DropMailDialogProps {
  /** That was dropped onto the list. */
  first: File | undefined
  onClose: () => void
}

/** A mail as a file becomes an alert, or joins the one of the same mail. */
export function DropMailDialog({ first, onClose }: DropMailDialogProps) {
  const [file, setFile] = useState(first)
  const action = useAction(['attachment'])
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    action.forget(['attachment'])
  }

  async function send() {
    if (!file) return
    const { mails } = await api.createMail({ attachment: file })
    const [only] = mails
    showToast({ kind: 'success', message: whatBecame(mails) })
    onClose()
    if (mails.length === 1 && only?.alertId) navigate(path`/alerts/${only.alertId}`)
  }

  return (
    <FormDialog
      title={text('alerts.dropMail')}
      submit={text('alerts.dropMailSend')}
      action={action}
      wrong={() => (file ? {} : { attachment: text('alerts.dropMailMissing') })}
      onSubmit={send}
      hasFocusOnSubmit={first !== undefined}
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same without a mouse */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          choose(event.dataTransfer.files[0])
        }}
      >
        <Labelled
          label={text('alerts.dropMailFile')}
          hint={text('alerts.dropMailHint')}
          error={action.problem?.fields.attachment}
        >
          {(ids) => (
            <input
              {...ids}
              type="file"
              name="attachment"
              accept=".eml,.msg,message/rfc822,application/vnd.ms-outlook"
              onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
            />
          )}
        </Labelled>
        {file && (
          <p>
            <span className="value">{file.name}</span>{' '}
            <span className="muted">{fileSize(file.size)}</span>
          </p>
        )}
      </div>
    </FormDialog>
  )
}

function whatBecame(mails: readonly MailReport[]): string {
  const joined = mails.filter(({ state }) => state === 'duplicate').length
  if (joined === mails.length) return counted('alerts.mailJoined', joined)
  return counted('alerts.mailMade', mails.length - joined)
}
