import { useState } from 'react'
import { counted } from '../../../base/texts/index.ts'
import { TextArea } from '../../../base/ui/field.tsx'
import type { ItemFieldProps } from './elements-field.tsx'

interface LinesFieldProps extends ItemFieldProps {
  placeholder: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

const linesOf = (typed: string) => typed.split('\n').filter((line) => line.trim() !== '')
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((line, at) => line === other[at])

/** A list of short texts: one to a line, counted. */
export function LinesField(props: LinesFieldProps) {
  const { item, hint, values, onChange, ...field } = props
  // Empty lines are kept while typing; what is sent has none.
  const [typed, setTyped] = useState(() => values.join('\n'))
  const shown = isSame(linesOf(typed), values) ? typed : values.join('\n')
  return (
    <TextArea
      {...field}
      label={item.required ? `${field.label} *` : field.label}
      hint={
        <>
          {counted('configuration.lines', values.length)} {hint}
        </>
      }
      value={shown}
      rows={Math.min(8, Math.max(3, values.length + 1))}
      textarea={{ spellCheck: false, autoCapitalize: 'none' }}
      onChange={(next) => {
        setTyped(next)
        onChange(linesOf(next))
      }}
    />
  )
}
