import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { copyText } from '../../base/ui/copy.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  onClose: () => void
}

/** The one time that they are shown; a stray key must not close it. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  return (
    <Dialog
      title={text('factor.codes')}
      isStrict
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copyText(codes.join('\n'))}>
            {text('factor.codesCopy')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {text('factor.codesStored')}
          </Button>
        </>
      }
    >
      <p className="form-lead">{text('factor.codesOnce')}</p>
      <ul className="recovery-codes" aria-label={text('factor.codes')}>
        {codes.map((code) => (
          <li key={code} className="value">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
