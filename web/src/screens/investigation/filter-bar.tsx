import type { InvestigationDetail, InvestigationValue } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import type { SearchChange } from '../../base/routing/location.ts'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ChoiceMenu } from '../../base/ui/choice-menu.tsx'
import { copyText } from '../../base/ui/copy.tsx'
import { SearchBox } from '../../base/ui/search-box.tsx'
import { Segments } from '../../base/ui/segments.tsx'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import { dataTypeChoices } from '../../shared/list/field-choices.ts'
import { analyzersOf, type Filter } from './groups.ts'
import { shownValueOf } from './shown.ts'

export const views = ['verdict', 'matrix', 'graph'] as const
export type View = (typeof views)[number]

interface FilterBarProps {
  investigation: InvestigationDetail
  filter: Filter
  view: View
  interesting: number
  picked: readonly InvestigationValue[]
  onChange: (change: SearchChange) => void
  onAddToCase: () => void
  onAgain: () => void
  onRespond: () => void
  onClear: () => void
}

/** What is shown and how; while something is chosen, what can be done with it. */
export function FilterBar(props: FilterBarProps) {
  const { investigation, filter, view, interesting, picked, onChange } = props
  const total = investigation.values.length
  const types = [...new Set(investigation.values.map(({ dataType }) => dataType))].sort()
  const viewSwitch = (
    <Segments<View>
      label={text('investigation.view')}
      value={view}
      onChange={(next) => onChange({ view: next === 'verdict' ? undefined : next })}
      options={views.map((value) => ({ value, label: text(`investigation.view.${value}`) }))}
    />
  )
  if (picked.length > 0)
    return (
      <div className="inv-filter inv-chosen">
        <BulkBar
          label={text('investigation.chosenBar')}
          count={counted('investigation.chosen', picked.length)}
          clear={text('investigation.clear')}
          onClear={props.onClear}
        >
          <Button kind="primary" size="small" icon="case" onClick={props.onAddToCase}>
            {text('investigation.addChosen')}
          </Button>
          <Button
            size="small"
            icon="copy"
            onClick={() => void copyText(picked.map(shownValueOf).join('\n'))}
          >
            {text('investigation.copy')}
          </Button>
          <Button size="small" icon="refresh" onClick={props.onAgain}>
            {text('investigation.againChosen')}
          </Button>
          <Button size="small" icon="play" onClick={props.onRespond}>
            {text('investigation.respond')}
          </Button>
        </BulkBar>
        {viewSwitch}
      </div>
    )
  return (
    <div className="inv-filter">
      <Segments
        label={text('investigation.show')}
        value={filter.failed ? '' : filter.all ? 'all' : 'interesting'}
        onChange={(next) => onChange({ show: next === 'all' ? 'all' : undefined })}
        options={[
          {
            value: 'interesting',
            label: text('investigation.interesting', { count: formatNumber(interesting) }),
          },
          { value: 'all', label: text('investigation.allValues', { count: formatNumber(total) }) },
        ]}
      />
      <SearchBox
        label={text('investigation.filter')}
        value={filter.typed}
        onChange={(q) => onChange({ q })}
      />
      <ChoiceMenu
        label={text('investigation.type')}
        choices={dataTypeChoices(types)}
        chosen={filter.types}
        onChange={(type) => onChange({ type })}
      />
      {investigation.jobs.length > 0 && (
        <ChoiceMenu
          label={text('investigation.analyzer')}
          choices={analyzersOf(investigation).map(({ id, name }) => ({
            value: id,
            label: analyzerName(name),
          }))}
          chosen={filter.analyzers}
          onChange={(analyzer) => onChange({ analyzer })}
        />
      )}
      {viewSwitch}
    </div>
  )
}
