import {
  type ComponentProps,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
} from 'react'
import { Icon } from './icons.tsx'

interface LabelledProps extends Notes {
  label: ReactNode
  /** Next to the label: where a value comes from. */
  aside?: ReactNode
  children: (ids: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

interface Notes {
  hint?: ReactNode
  error?: string | undefined
}

/** Ties a control to what `FieldNotes` says about it. */
export const notesOf = (id: string, { hint, error }: Notes) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby':
    [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
})

export function FieldNotes({ id, hint, error }: Notes & { id: string }) {
  return (
    <>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </>
  )
}

/** Label, control, error and hint, tied together for screen readers. */
export function Labelled({ label, hint, error, aside, children }: LabelledProps) {
  const id = useId()
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, ...notesOf(id, { hint, error }) })}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

export interface FieldProps {
  label: ReactNode
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete?: HTMLInputAutoCompleteAttribute
  type?: 'text' | 'password' | 'number' | 'search' | 'date' | 'datetime-local' | 'url'
  hint?: ReactNode
  error?: string | undefined
  aside?: ReactNode
  placeholder?: string
  isRequired?: boolean
  /** Stands inside the box, after the text. */
  trailing?: ReactNode
  onBlur?: () => void
  input?: ComponentProps<'input'>
}

/** A labelled text input whose hint and error are tied to it. */
export function Field(props: FieldProps) {
  const { label, hint, error, aside, isRequired } = props
  return (
    <Labelled
      label={isRequired ? <Required>{label}</Required> : label}
      hint={hint}
      error={error}
      aside={aside}
    >
      {(ids) => (
        <div className="input-box">
          <input
            {...props.input}
            {...ids}
            name={props.name}
            type={props.type ?? 'text'}
            value={props.value}
            placeholder={props.placeholder}
            onChange={(event) => props.onChange(event.currentTarget.value)}
            onBlur={props.onBlur}
            autoComplete={props.autoComplete ?? 'off'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            required={isRequired}
          />
          {props.trailing}
        </div>
      )}
    </Labelled>
  )
}

function Required({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span aria-hidden="true">*</span>
    </>
  )
}

interface TextAreaProps extends Omit<FieldProps, 'type' | 'trailing' | 'autoComplete' | 'input'> {
  rows?: number
  textarea?: ComponentProps<'textarea'>
}

export function TextArea({ value, ...props }: TextAreaProps) {
  return <TextAreaFrame {...props} textarea={{ ...props.textarea, value }} />
}

interface LongTextAreaProps extends TextAreaProps {
  box: RefObject<HTMLTextAreaElement | null>
}

/**
 * For texts of any length. React writes the value of a controlled box into the document with every
 * keystroke, which takes longer than typing from some thousand lines on; this one keeps its own
 * text.
 */
export function LongTextArea({ box, value, ...props }: LongTextAreaProps) {
  useLayoutEffect(() => {
    if (box.current && box.current.value !== value) box.current.value = value
  }, [box, value])
  return <TextAreaFrame {...props} textarea={{ ...props.textarea, ref: box }} />
}

function TextAreaFrame(props: Omit<TextAreaProps, 'value'>) {
  return (
    <Labelled label={props.label} hint={props.hint} error={props.error} aside={props.aside}>
      {(ids) => (
        <textarea
          {...props.textarea}
          {...ids}
          className="input"
          name={props.name}
          rows={props.rows ?? 4}
          placeholder={props.placeholder}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Labelled>
  )
}

interface SelectProps {
  label: ReactNode
  name: string
  value: string
  onChange: (value: string) => void
  options: readonly { value: string; label: string; isDisabled?: boolean }[]
  hint?: ReactNode
  error?: string | undefined
  aside?: ReactNode
}

export function Select(props: SelectProps) {
  return (
    <Labelled label={props.label} hint={props.hint} error={props.error} aside={props.aside}>
      {(ids) => (
        <select
          {...ids}
          className="input"
          name={props.name}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        >
          {props.options.map(({ value, label, isDisabled }) => (
            <option key={value} value={value} disabled={isDisabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

interface CheckProps {
  label: ReactNode
  name?: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
}

export function Check({ label, name, checked, onChange, hint }: CheckProps) {
  const id = useId()
  return (
    <div className="check">
      <label>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  )
}

interface RadiosProps<T extends string> {
  legend: string
  name: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: ReactNode }[]
}

/** A few choices side by side, all in sight. */
export function Radios<T extends string>(props: RadiosProps<T>) {
  return (
    <fieldset className="radios">
      <legend>{props.legend}</legend>
      <div className="radios-row">
        {props.options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={props.value === value}
              onChange={() => props.onChange(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
