import { useId } from 'react'
import { text } from '../../../base/texts/index.ts'
import { type Choice, ChoiceMenu } from '../../../base/ui/choice-menu.tsx'
import { FieldNotes } from '../../../base/ui/field.tsx'
import { Icon } from '../../../base/ui/icons.tsx'

interface NameListProps {
  label: string
  names: readonly string[]
  choices: readonly Choice[]
  nameOf: (name: string) => string
  error: string | undefined
  onChange: (names: string[]) => void
}

/** Chosen names as chips, in the order in which they were chosen, and the menu that has the others. */
export function NameList({ label, names, choices, nameOf, error, onChange }: NameListProps) {
  const id = useId()
  return (
    <fieldset className="field name-list">
      <legend>{label}</legend>
      <ul className="chips">
        {names.map((name) => (
          <li key={name} className="chip">
            <span className="chip-text">{nameOf(name)}</span>
            <button
              type="button"
              aria-label={text('rules.dropName', { name: nameOf(name) })}
              onClick={() => onChange(names.filter((one) => one !== name))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
        <li>
          <ChoiceMenu
            label={label}
            says={text('rules.choose')}
            choices={choices}
            chosen={names}
            onChange={onChange}
          />
        </li>
      </ul>
      <FieldNotes id={id} error={error} />
    </fieldset>
  )
}
