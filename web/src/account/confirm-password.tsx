import type { ReactNode } from 'react'
import { text } from '../texts/index.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useForm } from '../use-form.ts'
import { OwnPassword, refuseWrongPassword } from './own-password.tsx'

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
      onSubmit={() => refuseWrongPassword('password', onConfirm(values.password))}
      onClose={props.onClose}
    >
      <p className="form-lead">{props.about}</p>
      {props.children}
      <OwnPassword login={login} {...field('password')} />
    </FormDialog>
  )
}
