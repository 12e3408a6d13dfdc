import { typeName } from '../../base/model/type-name.ts'
import { text } from '../../base/texts/index.ts'
import { isAccepted, type Row, typeChoices } from './rows.ts'

interface TypeSelectProps {
  row: Row
  shown: string
  accepted: readonly string[]
  onChange: (dataType: string) => void
}

/** The type of a row; a type that no enabled analyzer takes says so. */
export function TypeSelect({ row, shown, accepted, onChange }: TypeSelectProps) {
  return (
    <select
      className="input row-type"
      aria-label={text('analysis.typeOf', { value: shown })}
      value={row.dataType}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {typeChoices(row, accepted).map((type) => (
        <option key={type} value={type}>
          {isAccepted(type, accepted)
            ? typeName(type)
            : text('analysis.typeUntaken', { type: typeName(type) })}
        </option>
      ))}
    </select>
  )
}
