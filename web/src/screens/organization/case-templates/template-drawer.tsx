import type { CaseTemplateV1 } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { markings } from '../../../base/model/marking.ts'
import { onConflict } from '../../../base/on-conflict.ts'
import { text } from '../../../base/texts/index.ts'
import { Check, Field, Select, TextArea } from '../../../base/ui/field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { SettingDialog } from '../setting-dialog.tsx'
import { TemplateFields } from './template-fields.tsx'
import { TemplateTasks } from './template-tasks.tsx'
import { templateErrors, templateInput, valuesOf } from './template-values.ts'

interface TemplateDrawerProps {
  /** Absent for a new one. */
  template: CaseTemplateV1 | undefined
  onSaved: () => void
  onClose: () => void
}

const severities = ['low', 'medium', 'high', 'critical'] as const

export function TemplateDrawer({ template, onSaved, onClose }: TemplateDrawerProps) {
  const { values, action, errors, set, field, check } = useForm(() => valuesOf(template))

  async function save(): Promise<string> {
    const input = templateInput(values)
    const saved = template
      ? api.updateCaseTemplateV1({ id: template._id }, input)
      : api.createCaseTemplateV1(input)
    await onConflict<unknown>(saved, { name: text('settings.nameTaken') })
    return input.displayName
  }

  const marking = (name: 'tlp' | 'pap') => (
    <Select
      label={name.toUpperCase()}
      {...field(name)}
      options={[
        { value: '', label: text('templates.unset') },
        ...markings.map((label, value) => ({
          value: String(value),
          label: `${name.toUpperCase()}:${label}`,
        })),
      ]}
    />
  )
  const plain = (name: 'name' | 'displayName' | 'titlePrefix' | 'tags') => (
    <Field
      label={text(`templates.${name}`)}
      {...field(name)}
      isRequired={name === 'name'}
      {...(name === 'tags' ? { hint: text('templates.tagsHint') } : {})}
    />
  )
  return (
    <SettingDialog
      name={template?.displayName}
      add={text('templates.add')}
      shape="drawer"
      action={action}
      wrong={() => templateErrors(values)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="form-row">
        {plain('name')}
        {plain('displayName')}
      </div>
      {plain('titlePrefix')}
      <TextArea label={text('templates.description')} {...field('description')} />
      <div className="form-row form-row-short">
        <Select
          label={text('templates.severity')}
          {...field('severity')}
          options={[
            { value: '', label: text('templates.unset') },
            ...severities.map((name, index) => ({
              value: String(index + 1),
              label: text(`severity.${name}`),
            })),
          ]}
        />
        {marking('tlp')}
        {marking('pap')}
      </div>
      {plain('tags')}
      <Check label={text('templates.flag')} {...check('flag')} />
      <TextArea label={text('templates.summary')} rows={2} {...field('summary')} />
      <section className="form-part">
        <h3>{text('templates.tasks')}</h3>
        <TemplateTasks
          tasks={values.tasks}
          errors={errors}
          onChange={(tasks, edited) => set({ tasks }, edited)}
        />
      </section>
      <section className="form-part">
        <h3>{text('templates.fields')}</h3>
        <TemplateFields
          fields={values.fields}
          errors={errors}
          onChange={(fields, edited) => set({ fields }, edited)}
        />
      </section>
    </SettingDialog>
  )
}
