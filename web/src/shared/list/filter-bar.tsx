import './list.css'
import type { ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ChoiceMenu } from '../../base/ui/choice-menu.tsx'
import { Check } from '../../base/ui/field.tsx'
import { SearchBox } from '../../base/ui/search-box.tsx'
import type { Control, ListFilter, ListState } from './declaration.ts'

interface FilterBarProps<Row> {
  list: ListState<Row>
  /** Menus may offer values of these; undefined until they were read. */
  rows?: readonly Row[] | undefined
  start?: ReactNode
  /** Other actions for the whole list, after the filters. */
  children?: ReactNode
}

/** The controls of all filters that a list declares. */
export function FilterBar<Row>({ list, rows, start, children }: FilterBarProps<Row>) {
  const { filters, texts } = list.declared
  return (
    <search
      ref={list.bar}
      className="filters"
      aria-label={texts.filters ? text(texts.filters) : undefined}
    >
      {start}
      {filters.map((filter) => (
        <FilterControl key={filter.key} list={list} filter={filter} rows={rows} />
      ))}
      {children}
    </search>
  )
}

interface FilterControlProps<Row> {
  list: ListState<Row>
  filter: ListFilter<Row>
  rows: readonly Row[] | undefined
}

/** Typing and dates replace the address; a choice is a step that the back button takes back. */
function FilterControl<Row>({ list, filter, rows }: FilterControlProps<Row>) {
  const { key, control } = filter
  if (!control) return null
  const label = text(control.label ?? filter.label)
  const chosen = list.values[key] ?? []
  const isOn = chosen.length > 0
  const write = (value: string) => list.change({ [key]: value })
  const toggle = () => list.change({ [key]: isOn ? undefined : 'yes' })
  switch (control.kind) {
    case 'search':
      return (
        <SearchBox
          label={label}
          placeholder={control.placeholder ? text(control.placeholder) : label}
          value={chosen[0] ?? ''}
          onChange={write}
        />
      )
    case 'choices':
      return (
        <Choices
          control={control}
          label={label}
          rows={rows}
          chosen={chosen}
          onChange={(next) => list.change({ [key]: next }, { push: true })}
        />
      )
    case 'day':
      return (
        <label className="date-filter">
          {label}
          <input
            type="date"
            className="input"
            value={chosen[0] ?? ''}
            onChange={(event) => write(event.currentTarget.value)}
          />
        </label>
      )
    case 'toggle':
      return (
        <Button
          size="small"
          icon={control.icon}
          aria-pressed={isOn}
          className={isOn ? 'is-chosen' : ''}
          onClick={toggle}
        >
          {label}
        </Button>
      )
    case 'check':
      return <Check label={label} checked={isOn} onChange={toggle} />
    case 'own':
      return <control.Component list={list} />
  }
}

interface ChoicesProps<Row> {
  control: Extract<Control<Row>, { kind: 'choices' }>
  label: string
  rows: readonly Row[] | undefined
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** A separate component: the options may come from the server. */
function Choices<Row>({ control, rows, ...menu }: ChoicesProps<Row>) {
  const { useChoices, single = false, takesOthers = false } = control
  const choices = useChoices(rows, menu.chosen)
  return <ChoiceMenu {...menu} choices={choices} single={single} takesOthers={takesOthers} />
}
