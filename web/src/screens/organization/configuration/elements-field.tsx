import type { ConfigurationItem } from '@assay/contract'
import { type ReactNode, useId } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { FieldNotes, notesOf } from '../../../base/ui/field.tsx'

interface ElementControl {
  name: string
  className: string
  'aria-label': string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  value: string
}

/** What the control of every setting is given. */
export interface ItemFieldProps {
  label: string
  name: string
  hint: string | undefined
  error: string | undefined
  aside: ReactNode
  item: ConfigurationItem
}

export interface ElementsFieldProps extends ItemFieldProps {
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  control: (props: ElementControl, index: number, replace: (value: string) => void) => ReactNode
  /** Other ways to add a value. */
  children?: ReactNode
}

/** A setting with one value or any number of them, one control each. */
export function ElementsField(props: ElementsFieldProps) {
  const { label, name, hint, error, aside, item, values, onChange, control, children } = props
  const id = useId()
  const rows = values.length === 0 ? [''] : values
  return (
    <fieldset className="field list-field">
      <legend className="visually-hidden">{label}</legend>
      <div className="field-head">
        <span className="list-name" aria-hidden="true">
          {label} {item.required && '*'}
        </span>
        {aside}
      </div>
      {rows.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, only their place is theirs
        <div className="list-row" key={index}>
          {control(
            {
              name,
              className: 'input',
              'aria-label': text('configuration.element', { name: label, number: index + 1 }),
              ...notesOf(id, { hint, error }),
              value,
            },
            index,
            (next) => onChange(rows.map((row, at) => (at === index ? next : row))),
          )}
          {rows.length > 1 && (
            <Button
              kind="quiet"
              size="small"
              icon="close"
              iconOnly
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            >
              {text('configuration.removeElement', { name: label, number: index + 1 })}
            </Button>
          )}
        </div>
      ))}
      {item.multi && (
        <Button kind="quiet" size="small" icon="plus" onClick={() => onChange([...rows, ''])}>
          {text('configuration.addElement')} <span className="visually-hidden">{label}</span>
        </Button>
      )}
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}
