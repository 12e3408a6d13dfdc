import { useId } from 'react'
import { typeName } from '../../../base/model/type-name.ts'
import { text } from '../../../base/texts/index.ts'
import { CheckBoxes } from '../../../base/ui/check-boxes.tsx'
import { Icon } from '../../../base/ui/icons.tsx'

interface DataTypesProps {
  offered: readonly string[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** A worker may be narrowed down to some of the types that it understands. */
export function DataTypes({ offered, chosen, error, onChange }: DataTypesProps) {
  const id = useId()
  // It may have a type that its definition does not name.
  const all = [...new Set([...offered, ...chosen])]
  return (
    <fieldset className="radios" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{text('workers.typesHint')}</legend>
      <CheckBoxes
        name="dataTypeList"
        offered={all}
        chosen={chosen}
        isWrong={Boolean(error)}
        nameOf={typeName}
        onChange={onChange}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
