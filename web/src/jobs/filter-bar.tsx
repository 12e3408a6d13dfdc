import type { Job } from '@assay/contract'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useAnalyzers, useResponders } from '../data/workers.ts'
import { markings } from '../model/marking.ts'
import { jobStatuses } from '../model/statuses.ts'
import type { SearchChange } from '../routing/place.ts'
import { useSession } from '../session/session.ts'
import { text } from '../texts/index.ts'
import { type Choice, ChoiceMenu } from '../ui/choice-menu.tsx'
import { CreatedFilter } from './created-filter.tsx'
import type { JobFilter } from './filter.ts'
import { SavedViews } from './saved-views.tsx'

interface FilterBarProps {
  filter: JobFilter
  filterKey: string
  /** Give the menus values that no analyzer has any more. */
  rows: readonly Job[]
  /** Whoever is refused the jobs is not asked about analyzers either. */
  isAllowed: boolean
  onChange: (change: SearchChange, options?: { push: boolean }) => void
  input: Ref<HTMLInputElement>
}

export function FilterBar(props: FilterBarProps) {
  const { filter, filterKey, rows, onChange, input } = props
  const workers = useWorkerChoices(rows, props.isAllowed)
  const { user } = useSession()
  const choose = (name: keyof JobFilter) => (chosen: string[]) =>
    onChange({ [name]: chosen }, { push: true })
  const people = [user.id, ...rows.map(({ createdBy }) => createdBy), ...filter.by]
  return (
    <search className="filters" aria-label={text('jobs.filters')}>
      <ObservableInput input={input} value={filter.q} onChange={(q) => onChange({ q })} />
      <ChoiceMenu
        label={text('jobs.status')}
        choices={jobStatuses
          .filter((status) => status !== 'Deleted')
          .map((value) => ({ value, label: text(`status.${value}`) }))}
        chosen={filter.status}
        onChange={choose('status')}
      />
      <ChoiceMenu
        label={text('jobs.type')}
        choices={plainChoices([...workers.types, ...filter.type])}
        chosen={filter.type}
        onChange={choose('type')}
        takesOthers
      />
      <ChoiceMenu
        label={text('jobs.worker')}
        choices={workers.choices}
        chosen={filter.worker}
        onChange={choose('worker')}
      />
      <ChoiceMenu
        label={text('jobs.kind')}
        choices={kindChoices()}
        chosen={filter.kind}
        onChange={choose('kind')}
        single
      />
      <ChoiceMenu
        label={text('jobs.tlp')}
        choices={markingChoices('TLP')}
        chosen={filter.tlp}
        onChange={choose('tlp')}
      />
      <ChoiceMenu
        label={text('jobs.pap')}
        choices={markingChoices('PAP')}
        chosen={filter.pap}
        onChange={choose('pap')}
      />
      <ChoiceMenu
        label={text('jobs.by')}
        choices={plainChoices(people)}
        chosen={filter.by}
        onChange={choose('by')}
        takesOthers
      />
      <CreatedFilter filter={filter} onChange={(change) => onChange(change, { push: true })} />
      <SavedViews filterKey={filterKey} />
    </search>
  )
}

const plainChoices = (values: readonly string[]): Choice[] =>
  [...new Set(values)].sort().map((value) => ({ value, label: value }))

const kindChoices = (): Choice[] => [
  { value: 'analyzer', label: text('jobs.analyzer') },
  { value: 'responder', label: text('jobs.responder') },
]

const markingChoices = (prefix: string): Choice[] =>
  markings.map((marking, value) => ({ value: String(value), label: `${prefix}:${marking}` }))

/** What can be asked for: what is enabled, and what the rows show although it is not any more. */
function useWorkerChoices(rows: readonly Job[], isAllowed: boolean) {
  const analyzers = useAnalyzers(isAllowed)
  const responders = useResponders(isAllowed)
  const workers = [...(analyzers.data ?? []), ...(responders.data ?? [])]
  const names = [...workers.map(({ name }) => name), ...rows.map(({ workerName }) => workerName)]
  return {
    choices: plainChoices(names),
    types: [
      ...workers.flatMap(({ dataTypeList }) => dataTypeList),
      ...rows.map(({ dataType }) => dataType),
    ],
  }
}

const typingMs = 300

/** Typing asks once it pauses. */
function ObservableInput(props: {
  value: string
  onChange: (value: string) => void
  input: Ref<HTMLInputElement>
}) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (value: string) => {
    clearTimeout(timer.current)
    props.onChange(value.trim())
    setTyped(undefined)
  }
  return (
    <input
      ref={props.input}
      type="search"
      className="input"
      aria-label={text('jobs.observableFilter')}
      placeholder={text('jobs.observablePlaceholder')}
      value={typed ?? props.value}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => take(value), typingMs)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value)
      }}
    />
  )
}
