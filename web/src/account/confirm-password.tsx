import { ApiError } from '@assay/contract'
import type { ReactNode } from 'react'
import { Refusal } from '../problem.ts'
import { text } from '../texts/index.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useForm } from '../use-form.ts'

interface ConfirmPasswordProps {
  title: string
  about: string
  submit: string
  login: string
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
  /** More fields, before the password. */
  children?: ReactNode
  /** What is wrong with them. */
  wrong?: () => Readonly<Record<string, string>>
}

/** Whoever finds an open page cannot change how its owner signs in. */
export function ConfirmPassword(props: ConfirmPasswordProps) {
  const { login, onConfirm } = props
  const { values, action, field } = useForm({ password: '' })
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      action={action}
      wrong={() => ({
        ...props.wrong?.(),
        ...(values.password ? {} : { password: text('change.currentMissing') }),
      })}
      onSubmit={() => refuseWrongPassword(onConfirm(values.password))}
      onClose={props.onClose}
    >
      <p className="form-lead">{props.about}</p>
      {props.children}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        label={text('change.current')}
        {...field('password')}
        autoComplete="current-password"
      />
    </FormDialog>
  )
}

/** A wrong password is a missing right to the server, a wrong field to the reader. */
async function refuseWrongPassword(call: Promise<void>) {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.type !== 'AuthorizationError') throw error
    throw new Refusal('', { password: text('change.currentWrong') })
  }
}
