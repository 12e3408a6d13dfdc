import { type FormEvent, useState } from 'react'
import { usePreferences } from '../../base/preferences.ts'
import { Link } from '../../base/routing/link.tsx'
import { changedSearch, currentLocation, useSearch } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Field } from '../../base/ui/field.tsx'
import {
  chosenIn,
  fieldText,
  isPeriod,
  momentOfField,
  momentText,
  periodOf,
  presetNames,
} from './period.ts'

/** Which period is shown: places, so the back button works. */
export function RangeSwitch() {
  const { params } = useSearch()
  const isCustom = params.get('range') === 'custom'
  const chosen = chosenIn(params)
  const to = (range: string) =>
    `/${changedSearch(currentLocation().search, { range, from: undefined, to: undefined })}`
  return (
    <nav className="range-switch" aria-label={text('overview.period')}>
      {presetNames.map((name) => (
        <Link
          key={name}
          to={to(name)}
          aria-current={!isCustom && chosen === name ? 'true' : undefined}
          title={text(`overview.range.${name}.long`)}
        >
          {text(`overview.range.${name}`)}
        </Link>
      ))}
      <Link to={to('custom')} aria-current={isCustom ? 'true' : undefined}>
        {text('overview.range.custom')}
      </Link>
    </nav>
  )
}

/** From here to there; only on request. */
export function CustomPeriod() {
  const { params, set } = useSearch()
  const { clock } = usePreferences()
  const [typed, setTyped] = useState(() => {
    const { from, to } = periodOf(chosenIn(params), Date.now())
    return { from: fieldText(from, clock), to: fieldText(to, clock) }
  })
  const [isRefused, setRefused] = useState(false)
  const show = (event: FormEvent) => {
    event.preventDefault()
    const from = momentOfField(typed.from, clock)
    const to = momentOfField(typed.to, clock)
    const isGood = from !== undefined && to !== undefined && isPeriod({ from, to })
    setRefused(!isGood)
    if (isGood) set({ from: momentText(from), to: momentText(to) }, { push: true })
  }
  return (
    <form className="custom-period" onSubmit={show} noValidate>
      <Field
        label={text('overview.from')}
        name="from"
        type="datetime-local"
        value={typed.from}
        onChange={(from) => setTyped({ ...typed, from })}
      />
      <Field
        label={text('overview.to')}
        name="to"
        type="datetime-local"
        value={typed.to}
        onChange={(to) => setTyped({ ...typed, to })}
        error={isRefused ? text('overview.periodWrong') : undefined}
      />
      <Button type="submit">{text('overview.show')}</Button>
    </form>
  )
}
