import type { CaseTemplateV1 } from '@assay/contract'
import { api } from '../../base/api.ts'
import { changed } from '../../base/data/cache.ts'
import { useCaseTemplates } from '../../base/data/settings.ts'
import { defaultMarking } from '../../base/model/marking.ts'
import { navigate } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Field, Select, TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { useForm } from '../../base/use-form.ts'
import { PapField, SeverityField, TlpField } from '../../shared/response/marking-fields.tsx'
import { TagsField } from '../../shared/response/tags-field.tsx'
import { titleMissing } from './data.ts'

const fields = ['title', 'description', 'severity', 'tlp', 'pap', 'tags']

export function NewCaseDialog({ onClose }: { onClose: () => void }) {
  const templates = useCaseTemplates().data ?? []
  const { values, action, errors, set, field } = useForm(emptyCase, fields)
  const template = templates.find(({ name }) => name === values.template)
  const create = async () => {
    const { template: caseTemplate, ...rest } = values
    const made = await api.createCaseV1({ ...rest, ...(caseTemplate ? { caseTemplate } : {}) })
    await changed('case', 'case_task')
    navigate(path`/cases/${made._id}`)
  }
  return (
    <FormDialog
      title={text('cases.new')}
      shape="drawer"
      submit={text('cases.create')}
      action={action}
      wrong={() => titleMissing(values.title)}
      onSubmit={create}
      onClose={onClose}
    >
      {templates.length > 0 && (
        <Select
          label={text('cases.template')}
          name="template"
          value={values.template}
          onChange={(name) => set(fromTemplate(name, templates))}
          hint={template && counted('cases.templateTasks', template.tasks.length)}
          options={[
            { value: '', label: text('cases.noTemplate') },
            ...templates.map(({ name, displayName }) => ({ value: name, label: displayName })),
          ]}
        />
      )}
      <Field
        label={text('cases.caseTitle')}
        isRequired
        {...field('title')}
        input={{ 'data-autofocus': true } as object}
        hint={template?.titlePrefix && text('cases.titlePrefix', { prefix: template.titlePrefix })}
      />
      <TextArea label={text('cases.description')} rows={6} {...field('description')} />
      <div className="field-row">
        <SeverityField {...field('severity')} />
        <TlpField value={values.tlp} onChange={(tlp) => set({ tlp })} error={errors.tlp} />
        <PapField value={values.pap} onChange={(pap) => set({ pap })} error={errors.pap} />
      </div>
      <TagsField
        label={text('cases.tags')}
        tags={values.tags}
        onChange={(tags) => set({ tags })}
        error={errors.tags}
      />
    </FormDialog>
  )
}

const emptyCase = {
  template: '',
  title: '',
  description: '',
  severity: 2,
  tlp: defaultMarking,
  pap: defaultMarking,
  tags: [] as string[],
}
type NewCase = typeof emptyCase

/** What the template says is filled in, where it can be seen and changed. */
function fromTemplate(name: string, templates: readonly CaseTemplateV1[]): Partial<NewCase> {
  const template = templates.find((one) => one.name === name)
  if (!template) return { template: '' }
  const { severity, tlp, pap, tags, description } = template
  return {
    template: name,
    ...(severity === undefined ? {} : { severity }),
    ...(tlp === undefined ? {} : { tlp }),
    ...(pap === undefined ? {} : { pap }),
    ...(description ? { description } : {}),
    tags,
  }
}
