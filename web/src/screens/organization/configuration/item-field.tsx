import type { ConfigurationItem } from '@assay/contract'
import type { ComponentProps, ReactNode } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Field, TextArea } from '../../../base/ui/field.tsx'
import { PasswordField } from '../../../base/ui/password-field.tsx'
import { LinesField } from './lines-field.tsx'
import { ListField } from './list-field.tsx'
import { Origin } from './origin.tsx'
import { ResourceField } from './resource-field.tsx'
import { SwitchField } from './switch-field.tsx'
import {
  type Draft,
  defaultText,
  emptyOwn,
  type FieldState,
  holdsSecret,
  type Inherited,
  isBlank,
  isUnseen,
  shownDraft,
  showsDefault,
} from './values.ts'

export interface ItemFieldProps {
  item: ConfigurationItem
  label: string
  state: FieldState
  /** As it was when the form was opened. */
  first: FieldState
  inherited: Inherited | undefined
  /** Who else has it, in words. */
  sharedWith: string | undefined
  error: string | undefined
  onChange: (state: FieldState) => void
}

/** One setting, as its definition describes it. To type is to override. */
export function ItemField(props: ItemFieldProps) {
  const { item, label, state, first, inherited, sharedWith, error, onChange } = props
  const isSecret = holdsSecret(item)
  const draft = shownDraft(item, state, inherited)
  const back: FieldState | undefined = inherited
    ? { kind: 'inherited' }
    : first.kind === 'stored'
      ? first
      : undefined
  const type = (next: Draft) => {
    // Typing and deleting again must not drop a stored secret: that takes the clear button.
    if (isSecret && isBlank(next)) onChange(first.kind === 'own' ? emptyOwn(item) : first)
    // An empty field shows its default, so it has it.
    else if (isBlank(next) && showsDefault(item, inherited)) onChange({ kind: 'inherited' })
    else onChange({ kind: 'own', draft: next })
  }
  const hasKept = isUnseen(item, state, inherited)
  const common = {
    label,
    name: item.name,
    hint: item.description || undefined,
    error,
    placeholder: hasKept ? text('configuration.secretKept') : defaultText(item, inherited),
    aside: (
      <Origin
        name={label}
        state={state}
        inherited={inherited}
        sharedWith={sharedWith}
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
    return <Several {...common} item={item} isSecret={isSecret} values={draft} onChange={onType} />
  const bound = { ...common, value: draft, onChange: onType, isRequired: item.required }
  if (item.type === 'boolean') {
    return (
      <SwitchField {...common} isOn={draft === 'true'} onChange={(isOn) => onType(String(isOn))} />
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

/** Long texts and secrets have a field each, everything else a line. */
const Several = (props: ComponentProps<typeof ListField>) => {
  const { isSecret, ...lines } = props
  return isSecret || props.item.type === 'text' ? (
    <ListField {...props} />
  ) : (
    <LinesField {...lines} />
  )
}
