import type { ReactNode } from 'react'
import { markings } from '../model/marking.ts'
import { text } from '../texts/index.ts'
import { PapMark, SeverityMark, TlpMark } from '../ui/marks.tsx'
import { Menu } from '../ui/menu.tsx'
import { attempt } from './attempt.ts'

interface MarkProps {
  value: number
  canEdit: boolean
  onSave: (value: number) => Promise<unknown>
}

export const severityNames = ['low', 'medium', 'high', 'critical'] as const

/** A mark that opens a list of the others, for those who may change it. */
function MarkMenu(
  props: MarkProps & { name: string; mark: ReactNode; choices: { value: number; label: string }[] },
) {
  const { value, canEdit, onSave, name, mark, choices } = props
  if (!canEdit) return mark
  return (
    <Menu
      name={name}
      button={{ kind: 'quiet', size: 'small', className: 'mark-menu', title: name }}
      label={mark}
      items={choices.map((choice) => ({
        label: choice.label,
        ...(choice.value === value ? { icon: 'check' as const } : {}),
        onSelect: () => void attempt(() => onSave(choice.value)),
      }))}
    />
  )
}

export const SeverityMenu = (props: MarkProps) => (
  <MarkMenu
    {...props}
    name={text('response.changeSeverity')}
    mark={<SeverityMark severity={props.value} />}
    choices={severityNames.map((name, index) => ({
      value: index + 1,
      label: text(`severity.${name}`),
    }))}
  />
)

const markingChoices = (prefix: string) =>
  markings.map((marking, value) => ({ value, label: `${prefix}:${marking}` }))

export const TlpMenu = (props: MarkProps) => (
  <MarkMenu
    {...props}
    name={text('response.changeTlp')}
    mark={<TlpMark tlp={props.value} />}
    choices={markingChoices('TLP')}
  />
)

export const PapMenu = (props: MarkProps) => (
  <MarkMenu
    {...props}
    name={text('response.changePap')}
    mark={<PapMark pap={props.value} />}
    choices={markingChoices('PAP')}
  />
)
