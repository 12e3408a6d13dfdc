import { useId, useState } from 'react'
import { api } from '../../api.ts'
import { changed } from '../../data/cache.ts'
import { useColleagues } from '../../data/users.ts'
import { parsedField } from '../../response/custom-fields.ts'
import { text } from '../../texts/index.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAction } from '../../use-action.ts'
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
  const [values, setValues] = useState(empty)
  const action = useAction(fields)
  const errors = action.problem?.fields ?? {}
  const set = (change: Partial<typeof empty>) => {
    setValues((now) => ({ ...now, ...change }))
    action.forget(Object.keys(change))
  }
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
      <Field
        label={text('cases.caseTitle')}
        name="title"
        isRequired
        value={values.title}
        onChange={(title) => set({ title })}
        error={errors.title}
      />
      <Field
        label={text('cases.group')}
        name="group"
        value={values.group}
        onChange={(group) => set({ group })}
        error={errors.group}
        input={{ list: `${id}-groups` }}
      />
      <datalist id={`${id}-groups`}>
        {groups.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <TextArea
        label={text('cases.description')}
        name="description"
        value={values.description}
        onChange={(description) => set({ description })}
        error={errors.description}
      />
      <div className="field-row">
        <Select
          label={text('cases.owner')}
          name="assignee"
          value={values.assignee}
          onChange={(assignee) => set({ assignee })}
          error={errors.assignee}
          options={[
            { value: '', label: text('cases.nobody') },
            ...colleagues.map(({ login, name }) => ({
              value: login,
              label: `${name} (${login})`,
            })),
          ]}
        />
        <Field
          label={text('cases.due')}
          name="dueDate"
          type="datetime-local"
          value={values.dueDate}
          onChange={(dueDate) => set({ dueDate })}
          error={errors.dueDate}
        />
      </div>
    </FormDialog>
  )
}
