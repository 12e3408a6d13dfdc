import { useId } from 'react'
import { api } from '../../../base/api.ts'
import { changed } from '../../../base/data/cache.ts'
import { useColleagues } from '../../../base/data/users.ts'
import { text } from '../../../base/texts/index.ts'
import { Field, Select, TextArea } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { useForm } from '../../../base/use-form.ts'
import { parsedField } from '../../../shared/response/custom-fields.ts'
import { titleMissing } from '../data.ts'

interface NewTaskDialogProps {
  caseId: string
  /** Groups that the case has: one of them is likely meant. */
  groups: readonly string[]
  onClose: () => void
}

const fields = ['title', 'group', 'description', 'assignee', 'dueDate']
const empty = { title: '', group: '', description: '', assignee: '', dueDate: '' }

export function NewTaskDialog({ caseId, groups, onClose }: NewTaskDialogProps) {
  const id = useId()
  const colleagues = useColleagues().data ?? []
  const { values, action, field } = useForm(empty, fields)
  const add = async () => {
    const due = parsedField('date', values.dueDate)
    await api.createCaseTaskV1(
      { id: caseId },
      {
        title: values.title,
        ...(values.group.trim() ? { group: values.group.trim() } : {}),
        ...(values.description ? { description: values.description } : {}),
        ...(values.assignee ? { assignee: values.assignee } : {}),
        ...(typeof due === 'number' ? { dueDate: due } : {}),
      },
    )
    await changed('case_task')
    onClose()
  }
  return (
    <FormDialog
      title={text('cases.addTask')}
      submit={text('cases.addTask')}
      action={action}
      wrong={() => titleMissing(values.title)}
      onSubmit={add}
      onClose={onClose}
    >
      <Field label={text('cases.caseTitle')} isRequired {...field('title')} />
      <Field label={text('cases.group')} {...field('group')} input={{ list: `${id}-groups` }} />
      <datalist id={`${id}-groups`}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <TextArea label={text('cases.description')} {...field('description')} />
      <div className="field-row">
        <Select
          label={text('cases.owner')}
          {...field('assignee')}
          options={[
            { value: '', label: text('cases.nobody') },
            ...colleagues.map(({ login, name }) => ({
              value: login,
              label: `${name} (${login})`,
            })),
          ]}
        />
        <Field label={text('cases.due')} type="datetime-local" {...field('dueDate')} />
      </div>
    </FormDialog>
  )
}
