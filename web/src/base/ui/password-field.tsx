import { type KeyboardEvent, useState } from 'react'
import { text } from '../texts/index.ts'
import { Field, type FieldProps } from './field.tsx'
import { Icon } from './icons.tsx'

type PasswordFieldProps = Omit<FieldProps, 'type' | 'trailing' | 'autoComplete'> & {
  /** Tells password managers whether to fill in a known password or to offer a new one. */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  const toggle = (
    <button
      type="button"
      className="input-button"
      aria-label={text(shown ? 'password.hide' : 'password.show')}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    >
      <Icon name={shown ? 'eye-off' : 'eye'} />
    </button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches keys typed in the input
    <div onKeyDown={watchCapsLock} onKeyUp={watchCapsLock}>
      <Field {...props} type={shown ? 'text' : 'password'} trailing={toggle} />
      <p className="caps-lock" role="status">
        {capsLock && text('password.capsLock')}
      </p>
    </div>
  )
}
