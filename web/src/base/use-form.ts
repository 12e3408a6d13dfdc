import { useState } from 'react'
import { useAction } from './use-action.ts'

type Named<Values, Type> = {
  [Name in keyof Values]: Values[Name] extends Type ? Name : never
}[keyof Values] &
  string

/** `{...field('name')}`: for the control of a value that is kept elsewhere. */
export const bindFields =
  <Values extends object>(
    values: Values,
    errors: Readonly<Record<string, string>>,
    set: (change: Partial<Values>) => void,
  ) =>
  <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    onChange: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
    error: errors[name],
  })

/**
 * The values of a form and the server's errors about them. `fields` are those that can show an
 * error, all by default; errors about any other are shown above the form.
 */
export function useForm<Values extends object>(
  first: Values | (() => Values),
  fields?: readonly string[],
) {
  const [values, setValues] = useState(first)
  const action = useAction(fields ?? Object.keys(values))
  const errors = action.problem?.fields ?? {}
  const set = (change: Partial<Values>, edited: readonly string[] = Object.keys(change)) => {
    // Password managers fill several fields at once, before the next render.
    setValues((present) => ({ ...present, ...change }))
    action.forget(edited)
  }
  return {
    values,
    action,
    errors,
    set,
    /** For a control of this value. */
    field: bindFields(values, errors, set),
    check: (name: Named<Values, boolean>) => ({
      name,
      checked: values[name] as boolean,
      onChange: (checked: boolean) => set({ [name]: checked } as unknown as Partial<Values>),
    }),
  }
}
