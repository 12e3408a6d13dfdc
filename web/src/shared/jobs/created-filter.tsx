import { useState } from 'react'
import { usePreferences } from '../../base/preferences.ts'
import type { SearchChange } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import { walk } from '../../base/ui/menu.tsx'
import { Popover } from '../../base/ui/popover.tsx'
import type { ListState } from '../list/declaration.ts'
import { addressOf, type CreatedPreset, createdPresets, fieldOf, momentOf } from './moments.ts'

/** When the jobs were made: one of a few spans, or from one moment to another. */
export function CreatedFilter({ list }: { list: ListState }) {
  const name = text('jobs.created')
  const { created: [created] = [], from: [from] = [], to: [to] = [] } = list.values
  const isExact = Boolean(from || to)
  const isChosen = isExact || created !== undefined
  const onChange = (change: SearchChange) => list.change(change, { push: true })
  return (
    <Popover
      name={name}
      label={isChosen ? `${name} (1)` : name}
      button={{ icon: 'down', size: 'small', className: isChosen ? 'is-chosen' : '' }}
    >
      {(close) => (
        <div className="created-filter">
          <ul className="menu" onKeyDown={walk}>
            {(Object.keys(createdPresets) as CreatedPreset[]).map((preset) => (
              <li key={preset}>
                <button
                  type="button"
                  className="menu-item"
                  aria-pressed={created === preset && !isExact}
                  onClick={() => {
                    close()
                    onChange({ created: preset, from: undefined, to: undefined })
                  }}
                >
                  {presetLabel(preset)}
                </button>
              </li>
            ))}
            <li>
              <button
                type="button"
                className="menu-item"
                aria-pressed={!isChosen}
                onClick={() => {
                  close()
                  onChange({ created: undefined, from: undefined, to: undefined })
                }}
              >
                {text('jobs.anyTime')}
              </button>
            </li>
          </ul>
          <Between
            from={from ?? ''}
            to={to ?? ''}
            onTake={(change) => {
              close()
              onChange({ created: undefined, ...change })
            }}
          />
        </div>
      )}
    </Popover>
  )
}

export const presetLabel = (preset: CreatedPreset) => text(`jobs.created.${preset}`)

function Between(props: {
  from: string
  to: string
  onTake: (change: { from: string; to: string }) => void
}) {
  const isUtc = usePreferences().clock === 'utc'
  const [from, setFrom] = useState(() => fieldOf(momentOf(props.from), isUtc))
  const [to, setTo] = useState(() => fieldOf(momentOf(props.to), isUtc))
  const isBackwards = from !== '' && to !== '' && from >= to
  return (
    <form
      className="created-between"
      onSubmit={(event) => {
        event.preventDefault()
        if (isBackwards) return
        props.onTake({ from: addressOf(from, isUtc), to: addressOf(to, isUtc) })
      }}
    >
      <Field
        label={text(isUtc ? 'jobs.fromUtc' : 'jobs.from')}
        name="from"
        type="datetime-local"
        value={from}
        onChange={setFrom}
      />
      <Field
        label={text(isUtc ? 'jobs.toUtc' : 'jobs.to')}
        name="to"
        type="datetime-local"
        value={to}
        onChange={setTo}
        error={isBackwards ? text('jobs.backwards') : undefined}
      />
      <Button type="submit" size="small" kind="primary">
        {text('jobs.applyTimes')}
      </Button>
    </form>
  )
}
