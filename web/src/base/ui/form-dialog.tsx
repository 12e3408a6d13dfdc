import { type FormEvent, type ReactNode, useId } from 'react'
import { text } from '../texts/index.ts'
import { type useAction, useRefusalFocus } from '../use-action.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import type { IconName } from './icons.tsx'
import { Notice } from './notice.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'shape' | 'onClose'> {
  /** What the button says that sends it. */
  submit: string
  icon?: IconName
  /** Why it cannot be sent yet. */
  unavailable?: string | false
  action: ReturnType<typeof useAction>
  /** What is wrong before anything is sent, by name of the field. */
  wrong?: () => Readonly<Record<string, string>>
  onSubmit: () => Promise<void>
  /** Enter is enough where the fields are as they should be. */
  hasFocusOnSubmit?: boolean
  children: ReactNode
}

/** A form in a dialog: errors are shown at their fields, and the first wrong one gets the focus. */
export function FormDialog(props: FormDialogProps) {
  const { title, shape, onClose, submit, icon, unavailable, action, wrong, onSubmit } = props
  const { hasFocusOnSubmit, children } = props
  const { busy, problem, refusals, refuse, run } = action
  const id = useId()
  const form = useRefusalFocus(refusals)

  function send(event: FormEvent) {
    event.preventDefault()
    if (busy || unavailable) return
    const fields = wrong?.() ?? {}
    if (Object.keys(fields).length > 0) refuse({ message: text('error.fields'), fields })
    else void run(onSubmit)
  }

  return (
    <Dialog
      title={title}
      {...(shape ? { shape } : {})}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            form={id}
            busy={busy}
            unavailable={unavailable}
            data-autofocus={hasFocusOnSubmit || undefined}
            {...(icon ? { icon } : {})}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} method="post" noValidate ref={form} onSubmit={send}>
        <Notice kind="error">{problem?.message}</Notice>
        {children}
      </form>
    </Dialog>
  )
}
