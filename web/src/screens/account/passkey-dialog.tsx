import { useState } from 'react'
import { api } from '../../base/api.ts'
import { createPasskey } from '../../base/passkeys.ts'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { ConfirmPassword, type Proof } from './confirm-password.tsx'

interface PasskeyDialogProps {
  login: string
  asksForCode?: boolean | undefined
  onDone: (codes?: readonly string[]) => Promise<void>
  onClose: () => void
}

export function PasskeyDialog({ login, asksForCode, onDone, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)

  async function add(proof: Proof) {
    const { token, options } = await api.startPasskey({ login }, proof)
    const passkey = await createPasskey(options)
    const made = await api.addPasskey({ login }, { token, name: name.trim(), passkey })
    await onDone(made.recoveryCodes)
  }

  return (
    <ConfirmPassword
      title={text('factor.passkeyTitle')}
      about={text('factor.passkeyAbout')}
      submit={text('factor.next')}
      login={login}
      asksForCode={asksForCode}
      wrong={() => {
        setMissing(!name.trim())
        return name.trim() ? {} : { name: text('factor.passkeyNameMissing') }
      }}
      onConfirm={add}
      onClose={onClose}
    >
      <Field
        label={text('factor.passkeyName')}
        name="name"
        value={name}
        onChange={(value) => {
          setName(value)
          setMissing(false)
        }}
        hint={text('factor.passkeyNameHint')}
        error={isMissing ? text('factor.passkeyNameMissing') : undefined}
      />
    </ConfirmPassword>
  )
}
