import { type RuleObjectType, ruleGroupFields } from '@assay/contract'
import { useCaseTemplates, useObservableTypes } from '../../../base/data/settings.ts'
import { type Colleague, useColleagues } from '../../../base/data/users.ts'
import { useAnalyzerSets, useAnalyzers, useResponders } from '../../../base/data/workers.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import type { Choice } from '../../../base/ui/choice-menu.tsx'
import { Field, FieldNotes, Select, TextArea } from '../../../base/ui/field.tsx'
import { markingChoices, severityChoices } from '../../../shared/response/marking-choices.ts'
import { fieldWord, stepName } from '../../../shared/rules/words.ts'
import { NameList } from './name-list.tsx'
import { type StepDraft, watchEvery } from './steps.ts'

interface StepRowProps {
  type: RuleObjectType
  step: StepDraft
  number: number
  isLast: boolean
  /** By the name that the server has for what is wrong. */
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<StepDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One step with its arguments. */
export function StepRow(props: StepRowProps) {
  const { step, number, isLast, errors, onMove, onRemove } = props
  const own = Object.entries(errors).filter(
    ([name]) => name === '' || name === 'set' || !name.startsWith(`${step.kind}.`),
  )
  return (
    <li className="rule-step">
      <span className="rule-number number">{number}</span>
      <fieldset>
        <legend>
          <span className="visually-hidden">{text('rules.step', { number })} </span>
          {stepName(step.kind)}
        </legend>
        <Arguments {...props} />
        {own.length > 0 && (
          <FieldNotes id={`step-${step.key}`} error={own.map(([, message]) => message).join(' ')} />
        )}
      </fieldset>
      <div className="rule-step-buttons">
        <Button
          kind="quiet"
          size="small"
          icon="up"
          iconOnly
          unavailable={number === 1 && text('rules.isFirst')}
          onClick={() => onMove(-1)}
        >
          {text('rules.stepUp', { number })}
        </Button>
        <Button
          kind="quiet"
          size="small"
          icon="down"
          iconOnly
          unavailable={isLast && text('rules.isLast')}
          onClick={() => onMove(1)}
        >
          {text('rules.stepDown', { number })}
        </Button>
        <Button kind="quiet" size="small" icon="close" iconOnly onClick={onRemove}>
          {text('rules.dropStep', { number })}
        </Button>
      </div>
    </li>
  )
}

/** Braces are placeholders of the page's texts, too. */
const textHint = () =>
  text('rules.textHint', { title: '{title}', value: '{value}', case: '{case}' })

const unchanged = () => ({ value: '', label: text('rules.unchanged') })

function Arguments({ type, step, errors, onChange }: StepRowProps) {
  const set = (name: keyof StepDraft) => (value: string) => onChange({ [name]: value })
  const analyzers = useAnalyzers(step.kind === 'analyze').data ?? []
  const sets = useAnalyzerSets(step.kind === 'analyze').data ?? []
  const responders = useResponders(step.kind === 'respond').data ?? []
  const people = useColleagues(namesPeople.has(step.kind)).data ?? []
  switch (step.kind) {
    case 'analyze':
      return (
        <>
          {(sets.length > 0 || step.set !== '') && (
            <Select
              label={text('rules.analyzerSet')}
              name={`set-${step.key}`}
              value={step.set}
              error={errors['analyze.set']}
              onChange={set('set')}
              options={withUnknown(
                step.set,
                sets.map(({ name }) => ({ value: name, label: name })),
              ).map((one) => (one.value === '' ? { ...one, label: text('rules.noSet') } : one))}
            />
          )}
          {step.set === '' && (
            <NameList
              label={text('rules.with')}
              names={step.names}
              choices={analyzers.map(({ name }) => ({ value: name, label: analyzerName(name) }))}
              nameOf={analyzerName}
              error={errors['analyze.analyzers']}
              onChange={(names) => onChange({ names })}
            />
          )}
        </>
      )
    case 'analyzeAgain':
      return <p className="muted">{text('rules.step.analyzeAgainAbout')}</p>
    case 'stop':
      return <p className="muted">{text('rules.step.stopAbout')}</p>
    case 'respond':
      return (
        <>
          <div className="form-row">
            <Select
              label={text('rules.responder')}
              name={`responder-${step.key}`}
              value={step.responder}
              error={errors['respond.responder']}
              onChange={set('responder')}
              options={withUnknown(
                step.responder,
                responders.map(({ name }) => ({ value: name, label: analyzerName(name) })),
              )}
            />
            <Place type={type} step={step} onChange={onChange} />
          </div>
          <Field
            label={text('rules.parameters')}
            name={`parameters-${step.key}`}
            value={step.parameters}
            error={errors['respond.parameters']}
            hint={text('rules.parametersHint')}
            onChange={set('parameters')}
          />
        </>
      )
    case 'tag':
      return (
        <div className="form-row">
          <Field
            label={text('rules.tags')}
            name={`tags-${step.key}`}
            value={step.tags}
            error={errors['tag.tags']}
            hint={text('rules.tagsHint')}
            onChange={set('tags')}
          />
          <Place type={type} step={step} onChange={onChange} />
        </div>
      )
    case 'set':
      return (
        <div className="form-row">
          <Select
            label={text('rules.severity')}
            name={`severity-${step.key}`}
            value={step.severity}
            onChange={set('severity')}
            options={[unchanged(), ...severityChoices()]}
          />
          <Select
            label={text('rules.tlpFrom')}
            name={`tlp-${step.key}`}
            value={step.tlp}
            onChange={set('tlp')}
            options={[unchanged(), ...markingChoices('TLP')]}
          />
          <Select
            label={text('rules.papFrom')}
            name={`pap-${step.key}`}
            value={step.pap}
            onChange={set('pap')}
            options={[unchanged(), ...markingChoices('PAP')]}
          />
          <Select
            label={text('rules.assignee')}
            name={`assignee-${step.key}`}
            value={step.assignee}
            error={errors['set.assignee']}
            onChange={set('assignee')}
            options={[
              unchanged(),
              ...withUnknown(
                step.assignee,
                people.map(({ login }) => ({ value: login, label: login })),
              ).filter(({ value }) => value !== ''),
            ]}
          />
        </div>
      )
    case 'comment':
      return (
        <TextArea
          label={text('rules.text')}
          name={`text-${step.key}`}
          value={step.text}
          rows={2}
          error={errors['comment.text']}
          hint={textHint()}
          onChange={set('text')}
        />
      )
    case 'task':
      return (
        <>
          <Field
            label={text('rules.taskTitle')}
            name={`title-${step.key}`}
            value={step.text}
            error={errors['task.title']}
            hint={textHint()}
            onChange={set('text')}
          />
          <TextArea
            label={text('rules.taskText')}
            name={`description-${step.key}`}
            value={step.description}
            rows={2}
            error={errors['task.description']}
            onChange={set('description')}
          />
        </>
      )
    case 'openCase':
      return <OpenCase step={step} errors={errors} onChange={onChange} />
    case 'dismiss':
      return (
        <Select
          label={text('rules.dismissal')}
          name={`reason-${step.key}`}
          value={step.reason}
          onChange={(reason) =>
            onChange({ reason: dismissals.find((one) => one === reason) ?? 'other' })
          }
          options={dismissals.map((value) => ({ value, label: text(`rule.dismissal.${value}`) }))}
        />
      )
    case 'notify':
      return <People step={step} colleagues={people} errors={errors} onChange={onChange} />
    case 'watch':
      return (
        <>
          <People step={step} colleagues={people} errors={errors} onChange={onChange} />
          <Select
            label={text('rules.every')}
            name={`every-${step.key}`}
            value={step.every}
            onChange={(every) =>
              onChange({ every: watchEvery.find((one) => one === every) ?? 'none' })
            }
            options={watchEvery.map((value) => ({ value, label: text(`watch.every.${value}`) }))}
          />
        </>
      )
  }
}

const namesPeople: ReadonlySet<string> = new Set(['notify', 'set', 'watch'])

type PeopleProps = Pick<StepRowProps, 'step' | 'errors' | 'onChange'> & {
  colleagues: readonly Colleague[]
}

const People = ({ step, colleagues, errors, onChange }: PeopleProps) => (
  <NameList
    label={text('rules.people')}
    names={step.names}
    choices={[
      { value: 'assignee', label: text('rule.people.assignee') },
      ...colleagues.map(({ login, name }) => ({ value: login, label: login, hint: name })),
    ]}
    nameOf={(one) => (one === 'assignee' ? text('rule.people.assignee') : one)}
    error={errors[`${step.kind}.people`]}
    onChange={(names) => onChange({ names })}
  />
)

const dismissals = ['duplicate', 'benign', 'ownTest', 'other'] as const

/** A name that is not offered any more stays as it is. */
const withUnknown = (value: string, choices: readonly Choice[]) => [
  { value: '', label: text('rules.choose') },
  ...(value === '' || choices.some((one) => one.value === value) ? [] : [{ value, label: value }]),
  ...choices,
]

type PlaceProps = Pick<StepRowProps, 'type' | 'step' | 'onChange'>

/** An alert and a case are in nothing. */
function Place({ type, step, onChange }: PlaceProps) {
  if (type === 'alert' || type === 'case') return null
  return (
    <Select
      label={text('rules.on')}
      name={`on-${step.key}`}
      value={step.on}
      onChange={(on) => onChange({ on: on === 'root' ? 'root' : 'object' })}
      options={(['object', 'root'] as const).map((value) => ({
        value,
        label: text(`rules.on.${value}`),
      }))}
    />
  )
}

function OpenCase({ step, errors, onChange }: Pick<StepRowProps, 'step' | 'errors' | 'onChange'>) {
  const templates = useCaseTemplates().data ?? []
  const types = useObservableTypes().data ?? []
  const groupName = (name: string) =>
    name.startsWith('observable:')
      ? text('rules.group.observable', { type: typeName(name.slice('observable:'.length)) })
      : fieldWord(name)
  const groups = [...ruleGroupFields, ...types.map(({ name }) => `observable:${name}`)]
  return (
    <>
      <Select
        label={text('rules.template')}
        name={`template-${step.key}`}
        value={step.template}
        error={errors['openCase.template']}
        onChange={(template) => onChange({ template })}
        options={withUnknown(
          step.template,
          templates.map(({ name }) => ({ value: name, label: name })),
        ).map((one) => (one.value === '' ? { ...one, label: text('rules.noTemplate') } : one))}
      />
      <div className="form-row">
        <NameList
          label={text('rules.groupBy')}
          names={step.names}
          choices={groups.map((value) => ({ value, label: groupName(value) }))}
          nameOf={groupName}
          error={errors['openCase.groupBy']}
          onChange={(names) =>
            onChange({ names, within: names.length > 0 && step.within === '' ? '4h' : step.within })
          }
        />
        {step.names.length > 0 && (
          <Field
            label={text('rules.within')}
            name={`within-${step.key}`}
            value={step.within}
            error={errors['openCase.within']}
            hint={text('rules.withinHint')}
            onChange={(within) => onChange({ within })}
          />
        )}
      </div>
    </>
  )
}
