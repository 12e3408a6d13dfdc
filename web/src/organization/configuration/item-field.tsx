import type { ConfigurationItem } from '@assay/contract'
import type { ReactNode } from 'react'
import { text } from '../../texts/index.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ListField } from './list-field.tsx'
import { Origin } from './origin.tsx'
import { ResourceField } from './resource-field.tsx'
import {
  type Draft,
  emptyOwn,
  type FieldState,
  holdsSecret,
  type Inherited,
  isBlank,
  isUnseen,
  shownDraft,
} from './values.ts'

export interface ItemFieldProps {
  item: ConfigurationItem
  label?: string
  state: FieldState
  /** As it was when the form was opened. */
  first: FieldState
  inherited: Inherited | undefined
  baseName: string
  error: string | undefined
  onChange: (state: FieldState) => void
}

/** One setting, as its definition describes it. To type is to override. */
export function ItemField(props: ItemFieldProps) {
  const { item, state, first, inherited, baseName, error, onChange } = props
  const isSecret = holdsSecret(item)
  const label = props.label ?? item.name
  const draft = shownDraft(item, state, inherited)
  const back: FieldState | undefined = inherited
    ? { kind: 'inherited' }
    : first.kind === 'stored'
      ? first
      : undefined
  const type = (next: Draft) => {
    // To type and delete again must not throw a stored secret away: that takes the clear button.
    if (isSecret && isBlank(next)) onChange(first.kind === 'own' ? emptyOwn(item) : first)
    else onChange({ kind: 'own', draft: next })
  }
  const hasKept = isUnseen(item, state, inherited)
  const common = {
    label,
    name: item.name,
    hint: item.description || undefined,
    error,
    placeholder: hasKept ? text('configuration.secretKept') : '',
    aside: (
      <Origin
        name={label}
        state={state}
        inherited={inherited}
        baseName={baseName}
        onReset={back && back.kind !== state.kind ? () => onChange(back) : undefined}
        onClear={hasKept ? () => onChange(emptyOwn(item)) : undefined}
      />
    ),
  }
  return <Control {...common} item={item} isSecret={isSecret} draft={draft} onType={type} />
}

interface ControlProps {
  label: string
  name: string
  hint: string | undefined
  error: string | undefined
  placeholder: string
  aside: ReactNode
  item: ConfigurationItem
  isSecret: boolean
  draft: Draft
  onType: (draft: Draft) => void
}

function Control({ item, isSecret, draft, onType, ...common }: ControlProps) {
  if (item.format === 'resource')
    return <ResourceField {...common} item={item} draft={draft} onType={onType} />
  if (typeof draft !== 'string')
    return (
      <ListField {...common} item={item} isSecret={isSecret} values={draft} onChange={onType} />
    )
  const bound = { ...common, value: draft, onChange: onType, isRequired: item.required }
  if (item.type === 'boolean') {
    return (
      <Select
        {...common}
        value={draft}
        onChange={onType}
        options={[
          { value: '', label: text('configuration.notSet') },
          { value: 'true', label: text('app.yes') },
          { value: 'false', label: text('app.no') },
        ]}
      />
    )
  }
  // Passwords of one line are masked; a secret of many lines, such as a private key, is not kept in
  // the form once it is saved.
  if (item.type === 'text')
    return <TextArea {...bound} label={<Starred {...common} item={item} />} />
  if (isSecret) return <PasswordField {...bound} autoComplete="new-password" />
  return (
    <Field
      {...bound}
      {...(item.type === 'number' ? { input: { inputMode: 'decimal' as const } } : {})}
    />
  )
}

const Starred = ({ label, item }: { label: string; item: ConfigurationItem }) => (
  <>
    {label} {item.required && <span aria-hidden="true">*</span>}
  </>
)
