import type { CustomFieldValueV1 } from '@assay/contract'
import { useState } from 'react'
import { useCustomFields } from '../../base/data/settings.ts'
import { Refusal } from '../../base/problem.ts'
import { text } from '../../base/texts/index.ts'
import { Field, Select } from '../../base/ui/field.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { type FieldDefinition, parsedField, shownField, typedField } from './custom-fields.ts'
import { Editable } from './editable.tsx'

interface CustomFieldsPanelProps {
  fields: readonly CustomFieldValueV1[]
  canEdit: boolean
  /** Sets one field; null clears it. */
  onSave: (name: string, value: unknown) => Promise<unknown>
}

export function CustomFieldsPanel({ fields, canEdit, onSave }: CustomFieldsPanelProps) {
  const definitions = useCustomFields().data ?? []
  const [added, setAdded] = useState<readonly string[]>([])
  const present = new Set(fields.map(({ name }) => name))
  const absent = definitions.filter(({ name }) => !present.has(name) && !added.includes(name))
  const empty = definitions
    .filter(({ name }) => added.includes(name) && !present.has(name))
    .map((definition) => ({ ...definition, value: null, order: 0 }))
  const shown = [...fields.toSorted((one, other) => one.order - other.order), ...empty]
  if (shown.length === 0 && (absent.length === 0 || !canEdit)) return null
  return (
    <Panel
      title={text('response.customFields')}
      actions={
        canEdit &&
        absent.length > 0 && (
          <Menu
            label={text('response.addField')}
            name={text('response.addField')}
            button={{ size: 'small', icon: 'plus' }}
            items={absent.map(({ name, displayName }) => ({
              label: displayName,
              onSelect: () => setAdded([...added, name]),
            }))}
          />
        )
      }
    >
      {shown.length === 0 ? (
        <p className="muted">{text('response.noFields')}</p>
      ) : (
        <dl className="facts">
          {shown.map((field) => (
            <CustomField
              key={field.name}
              field={field}
              definition={definitions.find(({ name }) => name === field.name)}
              canEdit={canEdit}
              onSave={(value) => onSave(field.name, value)}
            />
          ))}
        </dl>
      )}
    </Panel>
  )
}

interface CustomFieldProps {
  field: Pick<CustomFieldValueV1, 'name' | 'description' | 'type' | 'value'>
  definition: FieldDefinition | undefined
  canEdit: boolean
  onSave: (value: unknown) => Promise<unknown>
}

function CustomField({ field, definition, canEdit, onSave }: CustomFieldProps) {
  const label = definition?.displayName ?? field.name
  const save = async (typed: string) => {
    const value = parsedField(field.type, typed)
    if (value === undefined) throw new Refusal(text('response.wrongValue', { type: field.type }))
    await onSave(value)
  }
  return (
    <>
      <dt title={field.description}>{label}</dt>
      <dd>
        <Editable
          label={label}
          value={typedField(field.type, field.value)}
          // Values of a definition that has gone stay readable; the server takes no new ones.
          canEdit={canEdit && definition !== undefined}
          onSave={save}
          field={(props) => (
            <ValueField {...props} label={label} type={field.type} options={definition?.options} />
          )}
        >
          {shownField(field)}
        </Editable>
      </dd>
    </>
  )
}

interface ValueFieldProps {
  label: string
  type: string
  options: readonly unknown[] | undefined
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

const inputTypes: Record<string, 'number' | 'datetime-local'> = {
  integer: 'number',
  float: 'number',
  date: 'datetime-local',
}

function ValueField({ type, options = [], ...field }: ValueFieldProps) {
  const choices =
    type === 'boolean' ? ['true', 'false'] : options.map((one) => typedField(type, one))
  if (choices.length === 0) {
    return (
      <Field
        {...field}
        name="value"
        type={inputTypes[type] ?? 'text'}
        {...(type === 'float' ? { input: { step: 'any' } } : {})}
      />
    )
  }
  const labelOf = (choice: string) =>
    type === 'boolean' ? text(choice === 'true' ? 'app.yes' : 'app.no') : choice
  return (
    <Select
      {...field}
      name="value"
      options={[
        { value: '', label: '–' },
        ...choices.map((choice) => ({ value: choice, label: labelOf(choice) })),
      ]}
    />
  )
}
