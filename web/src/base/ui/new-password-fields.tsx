import { minPasswordLength } from '@assay/contract'
import { type NewPassword, strengthOf } from '../new-password.ts'
import { text } from '../texts/index.ts'
import { bindFields } from '../use-form.ts'
import { PasswordField } from './password-field.tsx'

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (change: Partial<NewPassword>) => void
  errors: Readonly<Record<string, string>>
  labels: { password: string; repeat: string }
}

/** A password to be chosen, typed twice. Its length is judged while it is typed. */
export function NewPasswordFields({ value, onChange, errors, labels }: NewPasswordFieldsProps) {
  const field = bindFields(value, errors, onChange)
  return (
    <>
      <PasswordField
        label={labels.password}
        {...field('password')}
        autoComplete="new-password"
        hint={<Strength password={value.password} />}
      />
      <PasswordField label={labels.repeat} {...field('repeat')} autoComplete="new-password" />
    </>
  )
}

function Strength({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <span className="strength" data-strength={strength}>
      <span className="strength-bar" aria-hidden="true" />
      {strength === 'none'
        ? text('password.hint', { count: minPasswordLength })
        : text(`password.${strength}`)}
    </span>
  )
}
