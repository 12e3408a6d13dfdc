import { useId } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { copyText } from '../../base/ui/copy.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'

interface ShownOnceProps {
  title: string
  about: string
  /** Label and value; they are in the page as long as the dialog is, and nowhere else. */
  values: readonly { label: string; value: string }[]
  onClose: () => void
}

/** A secret that the server shows once. */
export function ShownOnce({ title, about, values, onClose }: ShownOnceProps) {
  const id = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {text('once.done')}
        </Button>
      }
    >
      <p className="form-lead">{about}</p>
      {values.map(({ label, value }) => (
        <div className="field" key={label}>
          <div className="field-head">
            <label htmlFor={`${id}-${label}`}>{label}</label>
          </div>
          <div className="once-value">
            <input
              id={`${id}-${label}`}
              className="input value"
              readOnly
              autoComplete="off"
              value={value}
            />
            <Button size="small" icon="copy" iconOnly onClick={() => void copyText(value)}>
              {text('once.copy', { label })}
            </Button>
          </div>
        </div>
      ))}
    </Dialog>
  )
}

interface SigningSecretProps {
  secret: string | undefined
  onClose: () => void
}

/** With which receivers check that a message comes from here; nothing where none was generated. */
export const SigningSecret = ({ secret, onClose }: SigningSecretProps) =>
  secret && (
    <ShownOnce
      title={text('webhooks.secretTitle')}
      about={text('webhooks.secretAbout')}
      values={[{ label: text('webhooks.secret'), value: secret }]}
      onClose={onClose}
    />
  )
