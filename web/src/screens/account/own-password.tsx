import { ApiError } from '@assay/contract'
import type { ComponentProps } from 'react'
import { Refusal } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { PasswordField } from '../../base/ui/password-field.tsx'

type OwnPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'autoComplete'> & {
  login: string
}

/** The current password, required before anything about signing in changes. */
export const OwnPassword = ({ login, ...field }: OwnPasswordProps) => (
  <>
    {/* Tells password managers whose password this is. */}
    <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
    <PasswordField {...field} label={text('change.current')} autoComplete="current-password" />
  </>
)

/** A wrong password is a missing right to the server, a wrong field to the reader. */
export async function refuseWrongPassword(field: string, call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.type !== 'AuthorizationError') throw error
    throw new Refusal('', { [field]: text('change.currentWrong') })
  }
}
