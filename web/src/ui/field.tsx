import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId } from 'react'
import { Icon } from './icons.tsx'

export interface FieldProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete: HTMLInputAutoCompleteAttribute
  type?: 'text' | 'password'
  hint?: ReactNode
  error?: string | undefined
  /** Stands inside the box, after the text. */
  trailing?: ReactNode
  onBlur?: () => void
}

/** A labelled text input whose hint and error are tied to it. */
export function Field(props: FieldProps) {
  const id = useId()
  const describedBy = [props.hint && `${id}-hint`, props.error && `${id}-error`]
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <div className="input-box">
        <input
          id={id}
          name={props.name}
          type={props.type ?? 'text'}
          value={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={props.onBlur}
          autoComplete={props.autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
        />
        {props.trailing}
      </div>
      {props.error && (
        <p className="field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {props.error}
        </p>
      )}
      {props.hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {props.hint}
        </div>
      )}
    </div>
  )
}
