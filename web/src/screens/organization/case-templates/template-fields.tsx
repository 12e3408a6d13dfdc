import { useCustomFields } from '../../../base/data/settings.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field, Select } from '../../../base/ui/field.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { fieldKey, newField, type TemplateField } from './template-values.ts'

interface TemplateFieldsProps {
  fields: readonly TemplateField[]
  errors: Readonly<Record<string, string>>
  /** `edited` are the keys whose errors are out of date. */
  onChange: (fields: TemplateField[], edited: string[]) => void
}

/** Custom fields that a new case has, and what they start with. */
export function TemplateFields({ fields, errors, onChange }: TemplateFieldsProps) {
  const known = useCustomFields().data ?? []
  const free = known.filter(({ name }) => !fields.some((field) => field.name === name))
  const labelOf = (name: string) => known.find((field) => field.name === name)?.displayName ?? name
  return (
    <>
      {fields.map((field) => {
        const common = {
          label: labelOf(field.name),
          name: fieldKey(field.name),
          value: field.value,
          error: errors[fieldKey(field.name)],
          onChange: (value: string) =>
            onChange(
              fields.map((one) => (one.name === field.name ? { ...one, value } : one)),
              [fieldKey(field.name)],
            ),
          aside: (
            <Button
              kind="quiet"
              size="small"
              icon="close"
              iconOnly
              onClick={() =>
                onChange(
                  fields.filter(({ name }) => name !== field.name),
                  [fieldKey(field.name)],
                )
              }
            >
              {text('settings.remove', { name: labelOf(field.name) })}
            </Button>
          ),
        }
        return field.type === 'boolean' ? (
          <Select
            key={field.name}
            {...common}
            options={[
              { value: '', label: text('templates.unset') },
              { value: 'true', label: text('app.yes') },
              { value: 'false', label: text('app.no') },
            ]}
          />
        ) : (
          <Field key={field.name} {...common} type={field.type === 'date' ? 'date' : 'text'} />
        )
      })}
      {free.length > 0 ? (
        <Menu
          name={text('templates.addField')}
          label={text('templates.addField')}
          button={{ icon: 'plus', size: 'small' }}
          items={free.map((definition) => ({
            label: definition.displayName,
            onSelect: () => onChange([...fields, newField(definition)], []),
          }))}
        />
      ) : (
        <p className="muted">{text('templates.noFields')}</p>
      )}
    </>
  )
}
