import type { ConfigurationItem } from '@assay/contract'
import { type ReactNode, useId } from 'react'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'

interface ListFieldProps {
  label: string
  name: string
  hint: string | undefined
  error: string | undefined
  placeholder: string
  aside: ReactNode
  item: ConfigurationItem
  isSecret: boolean
  draft: readonly string[]
  onType: (draft: readonly string[]) => void
}

/** A setting with any number of values, one field each. */
export function ListField(props: ListFieldProps) {
  const { label, name, hint, error, placeholder, aside, item, isSecret, draft, onType } = props
  const id = useId()
  const rows = draft.length === 0 ? [''] : draft
  const replace = (at: number, value: string) =>
    onType(rows.map((row, index) => (index === at ? value : row)))
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const fieldProps = (index: number) => ({
    name,
    className: 'input',
    'aria-label': text('configuration.element', { name: label, number: index + 1 }),
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
    placeholder: index === 0 ? placeholder : '',
    value: rows[index],
  })
  return (
    <fieldset className="field list-field">
      <legend className="visually-hidden">{label}</legend>
      <div className="field-head">
        <span className="list-name" aria-hidden="true">
          {label} {item.required && '*'}
        </span>
        {aside}
      </div>
      {rows.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, only their place is theirs
        <div className="list-row" key={index}>
          {item.type === 'text' ? (
            <textarea
              {...fieldProps(index)}
              rows={3}
              onChange={(event) => replace(index, event.currentTarget.value)}
            />
          ) : (
            <input
              {...fieldProps(index)}
              type={isSecret ? 'password' : 'text'}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => replace(index, event.currentTarget.value)}
            />
          )}
          {rows.length > 1 && (
            <Button
              kind="quiet"
              size="small"
              icon="close"
              iconOnly
              onClick={() => onType(rows.filter((_, at) => at !== index))}
            >
              {text('configuration.removeElement', { name: label, number: index + 1 })}
            </Button>
          )}
        </div>
      ))}
      <Button kind="quiet" size="small" icon="plus" onClick={() => onType([...rows, ''])}>
        {text('configuration.addElement')} <span className="visually-hidden">{label}</span>
      </Button>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </fieldset>
  )
}
