import { useState } from 'react'
import { text } from '../texts/index.ts'
import { walk } from './menu.tsx'
import { Popover } from './popover.tsx'
import { SearchInput } from './search-input.tsx'

export interface Choice {
  value: string
  label: string
  hint?: string
}

interface ChoiceMenuProps {
  /** What is chosen from: "Status". */
  label: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  /** One at most: choosing replaces. */
  single?: boolean
  /** Also what is not in the list can be typed. */
  takesOthers?: boolean
  /** On the button, instead of the label and how many are chosen. */
  says?: string
}

/** Beyond this many a filter field is worth its space. */
const manyChoices = 8

/** A filter: a button that opens a list of ticks. */
export function ChoiceMenu(props: ChoiceMenuProps) {
  const { label, choices, chosen, onChange, single, takesOthers, says } = props
  const [wanted, setWanted] = useState('')
  const needle = wanted.trim().toLowerCase()
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(needle))
  const toggle = (value: string) => {
    const without = chosen.filter((one) => one !== value)
    if (without.length < chosen.length) onChange(without)
    else onChange(single ? [value] : [...chosen, value])
  }
  return (
    <Popover
      name={label}
      label={says ?? (chosen.length > 0 ? `${label} (${chosen.length})` : label)}
      button={{ icon: 'down', size: 'small', className: chosen.length > 0 ? 'is-chosen' : '' }}
    >
      {() => (
        <fieldset className="choices" onKeyDown={walk}>
          <legend className="visually-hidden">{label}</legend>
          {(takesOthers || choices.length > manyChoices) && (
            <SearchInput label={text('choices.narrow')} value={wanted} onChange={setWanted} />
          )}
          <div className="choices-list">
            {shown.map(({ value, label: name, hint }) => (
              <label key={value} className="choice">
                <input
                  type="checkbox"
                  checked={chosen.includes(value)}
                  onChange={() => toggle(value)}
                />
                <span>{name}</span>
                {hint && <small>{hint}</small>}
              </label>
            ))}
            {takesOthers && needle && !choices.some(({ value }) => value === wanted.trim()) && (
              <label className="choice">
                <input
                  type="checkbox"
                  checked={false}
                  onChange={() => {
                    toggle(wanted.trim())
                    setWanted('')
                  }}
                />
                <span>{text('choices.other', { value: wanted.trim() })}</span>
              </label>
            )}
            {shown.length === 0 && !takesOthers && <p className="muted">{text('choices.none')}</p>}
          </div>
        </fieldset>
      )}
    </Popover>
  )
}
