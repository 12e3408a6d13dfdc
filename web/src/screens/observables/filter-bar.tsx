import type { ValueList } from '@assay/contract'
import { typeName } from '../../base/model/type-name.ts'
import type { SearchChange } from '../../base/routing/location.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ChoiceMenu } from '../../base/ui/choice-menu.tsx'
import { SearchBox } from '../../base/ui/search-box.tsx'
import { TimeRange } from '../../shared/list/time-range.tsx'
import { isNarrowed, levels } from './filters.ts'
import { totalOf } from './words.ts'

interface FilterBarProps {
  params: URLSearchParams
  found: ValueList | undefined
  onChange: (change: SearchChange) => void
  onClear: () => void
}

const types = ['domain', 'fqdn', 'ip', 'url', 'mail', 'hash', 'file', 'filename', 'other']

export function KnownFilterBar({ params, found, onChange, onClear }: FilterBarProps) {
  const chosenCase = params.get('case')
  const chosenTag = params.get('tag')
  return (
    <search className="filters known-filters" aria-label={text('observables.filters')}>
      <SearchBox
        label={text('observables.search')}
        placeholder={text('observables.searchHint')}
        value={params.get('q') ?? ''}
        onChange={(q) => onChange({ q })}
      />
      <TimeRange label={text('observables.anyTime')} params={params} onChange={onChange} />
      <ChoiceMenu
        label={text('observables.verdict')}
        choices={levels.map((value) => ({
          value,
          label: text(value === 'notAnalyzed' ? 'verdict.unasked' : `verdict.${value}`),
        }))}
        chosen={params.getAll('level')}
        onChange={(level) => onChange({ level })}
      />
      <ChoiceMenu
        label={text('observables.type')}
        choices={types.map((value) => ({ value, label: typeName(value) }))}
        chosen={params.getAll('kind')}
        onChange={(kind) => onChange({ kind })}
        takesOthers
      />
      <ChoiceMenu
        label={text('observables.case')}
        choices={[
          { value: 'yes', label: text('observables.inCase') },
          { value: 'no', label: text('observables.inNoCase') },
        ]}
        chosen={chosenCase ? [chosenCase] : []}
        onChange={([one]) => onChange({ case: one?.replace(/^#/, '') })}
        single
        takesOthers
      />
      <ChoiceMenu
        label={text('observables.tag')}
        choices={chosenTag ? [{ value: chosenTag, label: chosenTag }] : []}
        chosen={chosenTag ? [chosenTag] : []}
        onChange={([tag]) => onChange({ tag })}
        single
        takesOthers
      />
      {(isNarrowed(params) || params.has('q')) && (
        <Button size="small" kind="quiet" onClick={onClear}>
          {text('observables.clear')}
        </Button>
      )}
      {found && (
        <p className="known-total number" role="status">
          {text('observables.total', { found: totalOf(found.found), all: totalOf(found.all) })}
        </p>
      )}
    </search>
  )
}
