import type { Problem } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { PasswordField } from '../../base/ui/password-field.tsx'

interface CurrentPasswordProps {
  value: string
  onChange: (value: string) => void
  problem: Problem | undefined
  forget: (fields: readonly string[]) => void
}

export const CurrentPassword = ({ value, onChange, problem, forget }: CurrentPasswordProps) => (
  <PasswordField
    value={value}
    onChange={(typed) => {
      onChange(typed)
      forget(['password'])
    }}
    error={problem?.fields.password}
    label={text('login.password')}
    name="password"
    autoComplete="current-password"
  />
)
