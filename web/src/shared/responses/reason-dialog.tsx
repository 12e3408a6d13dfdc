import { text } from '../../base/texts/index.ts'
import { TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import type { IconName } from '../../base/ui/icons.tsx'
import { useForm } from '../../base/use-form.ts'

interface ReasonDialogProps {
  title: string
  lead: string
  submit: string
  icon: IconName
  isRequired?: boolean
  onSubmit: (reason: string) => Promise<void>
  onClose: () => void
}

const least = 3
const most = 500

/** Why, for those who read it later in the audit trail. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, lead, submit, icon, isRequired = false, onSubmit, onClose } = props
  const { values, action, field } = useForm({ reason: '' })
  const reason = values.reason.trim()
  const isMissing = isRequired || reason.length > 0 ? reason.length < least : false
  return (
    <FormDialog
      title={title}
      submit={submit}
      icon={icon}
      action={action}
      wrong={() => ({
        ...(isMissing ? { reason: text('brakes.reasonShort', { count: least }) } : {}),
        ...(reason.length > most ? { reason: text('brakes.reasonLong', { count: most }) } : {}),
      })}
      onSubmit={async () => {
        await onSubmit(reason)
        onClose()
      }}
      onClose={onClose}
    >
      <p className="dialog-lead">{lead}</p>
      <TextArea
        label={text(isRequired ? 'brakes.reason' : 'brakes.reasonOptional')}
        {...field('reason')}
        rows={3}
      />
    </FormDialog>
  )
}
