import { useState } from 'react'
import { api } from '../../base/api.ts'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useForm } from '../../base/use-form.ts'
import { ConfirmPassword } from './confirm-password.tsx'
import { QrCode } from './qr-code.tsx'

interface TotpDialogProps {
  login: string
  asksForCode?: boolean | undefined
  onDone: (codes?: readonly string[]) => Promise<void>
  onClose: () => void
}

/** The password, then the QR code for the app, then its first code. */
export function TotpDialog({ login, asksForCode, onDone, onClose }: TotpDialogProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  if (begun) return <Confirm {...begun} login={login} onDone={onDone} onClose={onClose} />
  return (
    <ConfirmPassword
      title={text('factor.totpTitle')}
      about={text('factor.totpAbout')}
      submit={text('factor.next')}
      login={login}
      asksForCode={asksForCode}
      onConfirm={async (proof) => setBegun(await api.startTotp({ login }, proof))}
      onClose={onClose}
    />
  )
}

function Confirm(props: TotpDialogProps & { secret: string; uri: string }) {
  const { secret, uri, login, onDone, onClose } = props
  const { values, action, field } = useForm({ code: '' })
  const code = values.code.trim()
  return (
    <FormDialog
      title={text('factor.totpTitle')}
      submit={text('factor.totpConfirm')}
      action={action}
      wrong={() => (code ? {} : { code: text('second.codeMissing') })}
      onSubmit={async () => {
        const { recoveryCodes } = await api.confirmTotp({ login }, { code })
        await onDone(recoveryCodes)
      }}
      onClose={onClose}
    >
      <p className="form-lead">{text('factor.totpScan')}</p>
      <QrCode value={uri} label={text('factor.totpPicture')} />
      <p className="form-lead">{text('factor.totpType')}</p>
      <p className="totp-secret value">{secret.match(/.{4}/g)?.join(' ') ?? secret}</p>
      <Field
        label={text('second.totp')}
        {...field('code')}
        autoComplete="one-time-code"
        hint={text('factor.totpFirst')}
        input={{ inputMode: 'numeric' }}
      />
    </FormDialog>
  )
}
