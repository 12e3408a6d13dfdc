import type { ComponentProps } from 'react'
import { text } from '../../base/texts/index.ts'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'

type FormProps = Pick<
  ComponentProps<typeof FormDialog>,
  'shape' | 'action' | 'wrong' | 'onClose' | 'children'
>

interface SettingDialogProps extends FormProps {
  /** Of the entry that is changed. */
  name: string | undefined
  /** Title for a new one. */
  add: string
  /** Resolves with the name that was saved. */
  save: () => Promise<string>
  onSaved: () => void
}

/** Adds or changes one entry of a list of settings. */
export function SettingDialog({ name, add, save, onSaved, ...form }: SettingDialogProps) {
  async function submit() {
    const saved = await save()
    onSaved()
    showToast({ kind: 'success', message: text('settings.saved', { name: saved }) })
    form.onClose()
  }
  return (
    <FormDialog
      {...form}
      title={name === undefined ? add : text('settings.editTitle', { name })}
      submit={text('app.save')}
      onSubmit={submit}
    />
  )
}
