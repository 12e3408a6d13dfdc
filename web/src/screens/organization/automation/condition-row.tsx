import type { RuleObjectType } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { useObservableTypes } from '../../../base/data/settings.ts'
import { useColleagues } from '../../../base/data/users.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { type Choice, ChoiceMenu } from '../../../base/ui/choice-menu.tsx'
import {
  dataTypeChoices,
  fieldChoices,
  plainChoices,
  valuesOfField,
} from '../../../shared/list/field-choices.ts'
import { markingChoices, severityChoices } from '../../../shared/response/marking-choices.ts'
import { comparisonWord, fieldWord, wantedWord } from '../../../shared/rules/words.ts'
import {
  aroundOf,
  type ConditionField,
  comparisonsOf,
  conditionFields,
  takesSeveral,
} from './condition-fields.ts'
import { type ConditionDraft, kindOf } from './conditions.ts'

interface ConditionRowProps {
  type: RuleObjectType
  row: ConditionDraft
  number: number
  error: string | undefined
  onChange: (row: ConditionDraft) => void
  onRemove: () => void
}

/** What the first select offers: fields, being in something, another field, a search. */
const choiceOf = ({ kind, field, of, isOther }: ConditionDraft) => {
  if (kind === 'within') return `within:${of}`
  if (kind === 'search') return 'search'
  return isOther ? 'other' : `${of}:${field}`
}

const upper = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** One condition: field, comparison, and what it is compared with, as in the filters of lists. */
export function ConditionRow({ type, row, number, error, onChange, onRemove }: ConditionRowProps) {
  const fields = conditionFields[type]
  const field = fields.find((one) => one.name === row.field && (one.of ?? '') === row.of)
  const kind = row.isOther ? 'text' : (kindOf(type, row) ?? 'text')
  const id = `condition-${row.key}`

  function choose(value: string) {
    const [of = '', name = ''] = value.split(':')
    if (value === 'search') onChange({ ...row, kind: 'search', search: row.search })
    else if (of === 'within') onChange({ ...row, kind: 'within', of: name })
    else if (value === 'other')
      onChange({ ...row, kind: 'compare', isOther: true, field: '', of: '', comparison: 'is' })
    else {
      const next = fields.find((one) => one.name === name && (one.of ?? '') === of)
      const [comparison = 'is'] = comparisonsOf[next?.kind ?? 'text']
      onChange({
        ...row,
        ...{ kind: 'compare', isOther: false, field: name, of, comparison },
        wanted: [],
      })
    }
  }

  return (
    <fieldset className="condition">
      <legend className="visually-hidden">{text('rules.condition', { number })}</legend>
      <select
        className="input"
        aria-label={text('rules.field')}
        value={choiceOf(row)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {fields.map((one) => (
          <option key={`${one.of ?? ''}:${one.name}`} value={`${one.of ?? ''}:${one.name}`}>
            {upper(fieldWord(one.name, one.of))}
          </option>
        ))}
        {aroundOf[type].map((of) => (
          <option key={of} value={`within:${of}`}>
            {text(of === 'alert' ? 'rules.inAlert' : 'rules.inCase')}
          </option>
        ))}
        <option value="other">{text('rules.otherField')}</option>
        <option value="search">{text('rules.search')}</option>
      </select>
      {row.kind === 'search' && (
        <input
          className="input condition-search"
          aria-label={text('rules.search')}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          value={row.search}
          spellCheck={false}
          onChange={(event) => onChange({ ...row, search: event.currentTarget.value })}
        />
      )}
      {row.kind === 'compare' && (
        <>
          {row.isOther && (
            <input
              className="input"
              aria-label={text('rules.field')}
              aria-invalid={error && row.field.trim() === '' ? true : undefined}
              value={row.field}
              placeholder="customFields.score.integer"
              spellCheck={false}
              onChange={(event) => onChange({ ...row, field: event.currentTarget.value })}
            />
          )}
          <select
            className="input condition-comparison"
            aria-label={text('rules.comparison')}
            value={row.comparison}
            onChange={(event) =>
              onChange({
                ...row,
                comparison: event.currentTarget.value,
                wanted: takesSeveral(kind, event.currentTarget.value)
                  ? row.wanted
                  : row.wanted.slice(0, 1),
              })
            }
          >
            {(row.isOther ? otherComparisons : comparisonsOf[kind]).map((one) => (
              <option key={one} value={one}>
                {comparisonWord(one)}
              </option>
            ))}
          </select>
          {field && kind !== 'text' ? (
            <Wanted field={field} row={row} error={error} onChange={onChange} />
          ) : (
            <input
              className="input"
              aria-label={text('rules.wanted')}
              aria-invalid={error ? true : undefined}
              value={row.wanted[0] ?? ''}
              spellCheck={false}
              onChange={(event) => onChange({ ...row, wanted: [event.currentTarget.value] })}
            />
          )}
        </>
      )}
      <Button kind="quiet" size="small" icon="close" iconOnly onClick={onRemove}>
        {text('rules.dropCondition', { number })}
      </Button>
      {row.kind === 'search' && (
        <p className="field-hint" id={`${id}-hint`}>
          {text('rules.searchHint')}
        </p>
      )}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  )
}

const otherComparisons = ['is', 'ne', 'like', 'startsWith', 'endsWith', 'gte', 'lte']

interface WantedProps {
  field: ConditionField
  row: ConditionDraft
  error: string | undefined
  onChange: (row: ConditionDraft) => void
}

/** The menu that filters of lists have; its button says what is chosen. */
function Wanted({ field, row, error, onChange }: WantedProps) {
  const choices = useChoices(field)
  const isFree =
    field.kind === 'tags' || field.choices === 'alertSource' || field.choices === 'alertType'
  const isSingle = !takesSeveral(field.kind, row.comparison)
  const words = row.wanted.map((value) => wantedWord(field.name, value)).join(', ')
  return (
    <span className="condition-wanted" data-wrong={error ? true : undefined}>
      <ChoiceMenu
        label={text('rules.wanted')}
        says={words || text('rules.choose')}
        choices={choices}
        chosen={row.wanted}
        single={isSingle}
        takesOthers={isFree}
        onChange={(wanted) => onChange({ ...row, wanted })}
      />
    </span>
  )
}

function useChoices({ kind, choices, name }: ConditionField): readonly Choice[] {
  const types = useObservableTypes().data ?? []
  const people = useColleagues(kind === 'people').data ?? []
  const asked =
    choices === 'alertSource'
      ? 'source'
      : choices === 'alertType'
        ? 'type'
        : kind === 'tags'
          ? 'tags'
          : undefined
  const stats = useQuery({
    queryKey: keyOf('alertValues', asked ?? ''),
    queryFn: () => api.alertStats({ stats: valuesOfField(asked ?? '') }),
    staleTime: 60_000,
    enabled: asked !== undefined,
  })
  if (asked !== undefined) return fieldChoices(stats.data)
  if (kind === 'marking') return markingChoices(name === 'pap' ? 'PAP' : 'TLP')
  if (kind === 'severity') return severityChoices()
  if (kind === 'flag')
    return ['true', 'false'].map((value) => ({ value, label: wantedWord(name, value) }))
  if (kind === 'people')
    return people.map(({ login, name: called }) => ({ value: login, label: login, hint: called }))
  if (choices === 'dataTypes') return dataTypeChoices(types.map((one) => one.name))
  return Array.isArray(choices) ? plainChoices(choices as readonly string[]) : []
}
