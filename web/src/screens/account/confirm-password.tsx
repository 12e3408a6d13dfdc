import type { ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { Field } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useForm } from '../../base/use-form.ts'
import { OwnPassword, refuseWrongPassword } from './own-password.tsx'

export interface Proof {
  password: string
  code?: string
}

interface ConfirmPasswordProps {
  title: string
  about: string
  submit: string
  login: string
  /** Single sign-on opened the session and did not ask for the second factor. */
  asksForCode?: boolean | undefined
  onConfirm: (proof: Proof) => Promise<void>
  onClose: () => void
  /** More fields, before the password. */
  children?: ReactNode
  /** What is wrong with them. */
  wrong?: () => Readonly<Record<string, string>>
}

/** An attacker at an open page cannot change how its owner signs in. */
export function ConfirmPassword(props: ConfirmPasswordProps) {
  const { login, asksForCode, onConfirm } = props
  const { values, action, field } = useForm({ password: '', code: '' })
  const code = values.code.trim()
  const proof = { password: values.password, ...(asksForCode && { code }) }
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      action={action}
      wrong={() => ({
        ...props.wrong?.(),
        ...(values.password ? {} : { password: text('change.currentMissing') }),
        ...(asksForCode && !code ? { code: text('second.codeMissing') } : {}),
      })}
      onSubmit={() => refuseWrongPassword('password', onConfirm(proof))}
      onClose={props.onClose}
    >
      <p className="form-lead">{props.about}</p>
      {props.children}
      <OwnPassword login={login} {...field('password')} />
      {asksForCode && (
        <Field
          label={text('factor.code')}
          {...field('code')}
          autoComplete="one-time-code"
          hint={text('factor.codeWhy')}
        />
      )}
    </FormDialog>
  )
}
