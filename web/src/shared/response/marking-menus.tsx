import type { ReactNode } from 'react'
import { attempt } from '../../base/attempt.ts'
import { text } from '../../base/texts/index.ts'
import { PapMark, SeverityMark, TlpMark } from '../../base/ui/marks.tsx'
import { Menu } from '../../base/ui/menu.tsx'
import { markingChoices, severityChoices } from './marking-choices.ts'

interface MarkProps {
  value: number
  canEdit: boolean
  onSave: (value: number) => Promise<unknown>
}

/** A mark that opens a list of the others, for those who may change it. */
function MarkMenu(
  props: MarkProps & { name: string; mark: ReactNode; choices: { value: string; label: string }[] },
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
        ...(choice.value === String(value) ? { icon: 'check' as const } : {}),
        onSelect: () => void attempt(() => onSave(Number(choice.value))),
      }))}
    />
  )
}

export const SeverityMenu = (props: MarkProps) => (
  <MarkMenu
    {...props}
    name={text('response.changeSeverity')}
    mark={<SeverityMark severity={props.value} />}
    choices={severityChoices()}
  />
)

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
