import type { CaseTemplateV1 } from '@assay/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../api.ts'
import { defaultMarking, markings } from '../model/marking.ts'
import { severityNames } from '../response/marking-menus.tsx'
import { TagsField } from '../response/tags-field.tsx'
import { path } from '../routing/match.ts'
import { navigate } from '../routing/place.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Select, TextArea } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAction, useRefusalFocus } from '../use-action.ts'
import { readAgain, useCaseTemplates } from './data.ts'

const fields = ['title', 'description', 'severity', 'tlp', 'pap', 'tags']

export function NewCaseDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const client = useQueryClient()
  const templates = useCaseTemplates().data ?? []
  const [values, setValues] = useState(emptyCase)
  const { busy, problem, refusals, refuse, forget, run } = useAction(fields)
  const form = useRefusalFocus(refusals)
  const errors = problem?.fields ?? {}
  const template = templates.find(({ name }) => name === values.template)
  const set = (change: Partial<NewCase>) => {
    setValues((present) => ({ ...present, ...change }))
    forget(Object.keys(change))
  }
  const create = async () => {
    const { template: caseTemplate, ...rest } = values
    const made = await api.createCaseV1({ ...rest, ...(caseTemplate ? { caseTemplate } : {}) })
    await readAgain(client, ['cases', 'tasks'])
    navigate(path`/cases/${made._id}`)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (values.title.trim() === '') {
      refuse({ message: '', fields: { title: text('cases.titleMissing') } })
    } else void run(create)
  }
  return (
    <Dialog
      title={text('cases.new')}
      shape="drawer"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {text('cases.create')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit}>
        <Notice kind="error">{problem?.message}</Notice>
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
          name="title"
          isRequired
          value={values.title}
          onChange={(title) => set({ title })}
          error={errors.title}
          input={{ 'data-autofocus': true } as object}
          hint={
            template?.titlePrefix && text('cases.titlePrefix', { prefix: template.titlePrefix })
          }
        />
        <TextArea
          label={text('cases.description')}
          name="description"
          rows={6}
          value={values.description}
          onChange={(description) => set({ description })}
          error={errors.description}
        />
        <div className="field-row">
          <NumberSelect
            label={text('cases.severity')}
            name="severity"
            value={values.severity}
            onChange={(severity) => set({ severity })}
            options={severityNames.map((name, index) => [index + 1, text(`severity.${name}`)])}
          />
          <NumberSelect
            label="TLP"
            name="tlp"
            value={values.tlp}
            onChange={(tlp) => set({ tlp })}
            options={markings.map((marking, index) => [index, `TLP:${marking}`])}
          />
          <NumberSelect
            label="PAP"
            name="pap"
            value={values.pap}
            onChange={(pap) => set({ pap })}
            options={markings.map((marking, index) => [index, `PAP:${marking}`])}
          />
        </div>
        <TagsField
          label={text('cases.tags')}
          tags={values.tags}
          onChange={(tags) => set({ tags })}
          error={errors.tags}
        />
      </form>
    </Dialog>
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

interface NumberSelectProps {
  label: string
  name: string
  value: number
  onChange: (value: number) => void
  options: readonly (readonly [value: number, label: string])[]
}

export const NumberSelect = ({ value, onChange, options, ...rest }: NumberSelectProps) => (
  <Select
    {...rest}
    value={String(value)}
    onChange={(next) => onChange(Number(next))}
    options={options.map(([number, label]) => ({ value: String(number), label }))}
  />
)
