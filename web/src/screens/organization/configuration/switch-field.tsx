import { useId } from 'react'
import { FieldNotes } from '../../../base/ui/field.tsx'
import { Switch } from '../../../base/ui/switch.tsx'
import type { ItemFieldProps } from './elements-field.tsx'

interface SwitchFieldProps extends Omit<ItemFieldProps, 'item'> {
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off. */
export function SwitchField({ label, name, hint, error, aside, isOn, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="field switch-field">
      <div className="field-head">
        <span className="list-name" aria-hidden="true">
          {label}
        </span>
        {aside}
        <Switch
          label={label}
          name={name}
          isOn={isOn}
          describedBy={hint ? `${id}-hint` : undefined}
          onChange={onChange}
        />
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
