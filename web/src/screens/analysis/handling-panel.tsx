import { defaultMarking, markings } from '../../base/model/marking.ts'
import { text } from '../../base/texts/index.ts'
import { Check, Field, Radios, TextArea } from '../../base/ui/field.tsx'
import { PapMark, TlpMark } from '../../base/ui/marks.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { type Parameters, readParameters } from './parameters.ts'

/** How the analyzers may treat the observables. */
export interface HandlingForm {
  readonly tlp: number
  readonly pap: number
  readonly note: string
  readonly force: boolean
  readonly parameters: string
}

export const defaultHandling: HandlingForm = {
  tlp: defaultMarking,
  pap: defaultMarking,
  note: '',
  force: false,
  parameters: '',
}

interface HandlingPanelProps {
  handling: HandlingForm
  onChange: (change: Partial<HandlingForm>) => void
}

/** The least limit last, as the drawing of TLP has it. */
const values = markings.map((_, value) => String(value)).reverse()

export function HandlingPanel({ handling, onChange }: HandlingPanelProps) {
  const parameters = readParameters(handling.parameters)
  return (
    <Panel title={text('analysis.handling')}>
      <Radios
        legend={text('analysis.tlp')}
        name="tlp"
        value={String(handling.tlp)}
        onChange={(value) => onChange({ tlp: Number(value) })}
        options={values.map((value) => ({ value, label: <TlpMark tlp={Number(value)} /> }))}
      />
      <Radios
        legend={text('analysis.pap')}
        name="pap"
        value={String(handling.pap)}
        onChange={(value) => onChange({ pap: Number(value) })}
        options={values.map((value) => ({ value, label: <PapMark pap={Number(value)} /> }))}
      />
      <Field
        label={text('analysis.note')}
        name="note"
        value={handling.note}
        onChange={(note) => onChange({ note })}
        hint={text('analysis.noteHint')}
      />
      <Check
        label={text('analysis.force')}
        name="force"
        checked={handling.force}
        onChange={(force) => onChange({ force })}
        hint={text('analysis.forceHint')}
      />
      <details className="advanced">
        <summary>{text('analysis.advanced')}</summary>
        <TextArea
          label={text('analysis.parameters')}
          name="parameters"
          rows={4}
          value={handling.parameters}
          onChange={(written) => onChange({ parameters: written })}
          placeholder='{"key": "value"}'
          hint={text('analysis.parametersHint')}
          error={problemWith(parameters)}
          textarea={{ spellCheck: false }}
        />
      </details>
    </Panel>
  )
}

const problemWith = (parameters: Parameters) =>
  parameters.kind === 'wrong' ? text(`analysis.parameters.${parameters.reason}`) : undefined
