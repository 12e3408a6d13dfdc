import { useId } from 'react'
import { text } from '../../texts/index.ts'
import { Icon } from '../../ui/icons.tsx'

interface DataTypesProps {
  offered: readonly string[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** A worker may be narrowed down to some of the types that it understands. */
export function DataTypes({ offered, chosen, error, onChange }: DataTypesProps) {
  const id = useId()
  // Somebody may have given it a type that its definition does not name.
  const all = [...new Set([...offered, ...chosen])]
  return (
    <fieldset className="radios" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{text('workers.typesHint')}</legend>
      <div className="radios-row">
        {all.map((type) => (
          <label key={type}>
            <input
              type="checkbox"
              name="dataTypeList"
              checked={chosen.includes(type)}
              aria-invalid={error ? true : undefined}
              onChange={() =>
                onChange(all.filter((one) => chosen.includes(one) !== (one === type)))
              }
            />
            <span className="value">{type}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
