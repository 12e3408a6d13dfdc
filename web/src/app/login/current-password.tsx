import { text } from '../../base/texts/index.ts'
import { PasswordField } from '../../base/ui/password-field.tsx'

interface CurrentPasswordProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export const CurrentPassword = (props: CurrentPasswordProps) => (
  <PasswordField
    {...props}
    label={text('login.password')}
    name="password"
    autoComplete="current-password"
  />
)
