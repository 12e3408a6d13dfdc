import type { InputItem } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { Check, Field, Select, TextArea } from '../../../base/ui/field.tsx'
import { type Drafts, hintsOf, isSwitch } from './inputs.ts'

interface InputFieldsProps {
  items: readonly InputItem[]
  drafts: Drafts
  errors: Readonly<Record<string, string>>
  onChange: (change: Drafts) => void
}

/** What the responder asks for before each run. */
export function InputFields({ items, drafts, errors, onChange }: InputFieldsProps) {
  if (items.length === 0) return null
  return (
    <div className="form-row respond-inputs">
      {items.map((item) => (
        <div key={item.name} className={isLong(item) ? 'respond-long' : undefined}>
          <InputField
            item={item}
            draft={drafts[item.name] ?? ''}
            error={errors[item.name]}
            onChange={(draft) => onChange({ [item.name]: draft })}
          />
        </div>
      ))}
    </div>
  )
}

const isLong = ({ type, multi, choices }: InputItem) =>
  choices === undefined && (type === 'text' || multi)

interface InputFieldProps {
  item: InputItem
  draft: string | boolean
  error: string | undefined
  onChange: (draft: string | boolean) => void
}

function InputField({ item, draft, error, onChange }: InputFieldProps) {
  const { name, description, multi, required, choices, type, format, secret } = item
  const words = item.label || name
  const label = required ? words : text('brakes.input.optional', { name: words })
  const hint = [description, multi && text('brakes.input.lines'), ...hintsOf(item)]
    .filter(Boolean)
    .join(' ')
  const common = { label, name, hint, error }
  if (isSwitch(item))
    return (
      <Check label={words} name={name} checked={draft === true} onChange={onChange} hint={hint} />
    )
  const value = String(draft)
  if (isLong(item)) return <TextArea {...common} value={value} onChange={onChange} rows={3} />
  if (multi && choices) return <TextArea {...common} value={value} onChange={onChange} rows={3} />
  const offered = choices ?? (type === 'boolean' ? ['true', 'false'] : undefined)
  if (offered)
    return (
      <Select
        {...common}
        value={value}
        onChange={onChange}
        options={[
          ...(required && value !== '' ? [] : [{ value: '', label: text('brakes.input.none') }]),
          ...offered.map((choice) => ({ value: String(choice), label: String(choice) })),
        ]}
      />
    )
  return (
    <Field
      {...common}
      value={value}
      onChange={onChange}
      isRequired={required}
      type={secret ? 'password' : format === 'date' ? 'date' : 'text'}
      // The browser offers no saved password of this page, and keeps none.
      {...(secret && { autoComplete: 'new-password' as const })}
      {...(type === 'number' ? { input: { inputMode: 'decimal' as const } } : {})}
    />
  )
}
