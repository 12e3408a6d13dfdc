import { text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { verdictIcon } from '../../base/ui/verdict-mark.tsx'
import { type MarkKind, markKinds, meanings } from './marks.ts'

interface MarkChoiceProps {
  value: MarkKind
  onChange: (kind: MarkKind) => void
}

/** Four verdicts that a person can give, all in sight with what they mean. */
export const MarkChoice = ({ value, onChange }: MarkChoiceProps) => (
  <fieldset className="mark-choice">
    <legend className="visually-hidden">{text('mark.as')}</legend>
    {markKinds.map((kind) => (
      <label key={kind} data-verdict={meanings[kind].level}>
        <input
          type="radio"
          name="kind"
          value={kind}
          checked={value === kind}
          onChange={() => onChange(kind)}
        />
        <Icon name={verdictIcon(meanings[kind].level)} />
        <span>
          <b>{text(`mark.kind.${kind}`)}</b>
          <small>{text(`mark.about.${kind}`)}</small>
        </span>
      </label>
    ))}
  </fieldset>
)
