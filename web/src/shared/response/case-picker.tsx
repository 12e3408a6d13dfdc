import type { CaseV1 } from '@assay/contract'
import { useDeferredValue, useState } from 'react'
import { counted, text } from '../../base/texts/index.ts'
import { Check, Field } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { SeverityMark } from '../../base/ui/marks.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { useAction } from '../../base/use-action.ts'
import { useCaseSearch } from './case-search.ts'

interface CasePickerProps {
  title: string
  /** What happens to the chosen case: "Merge". */
  confirm: string
  children?: React.ReactNode
  /** Cases that cannot be chosen, such as the one that is looked at. */
  except?: readonly string[]
  /** One is marked, and nothing has happened to it yet. */
  onChoose?: (chosen: CaseV1) => void
  onPick: (picked: CaseV1) => Promise<unknown>
  onClose: () => void
}

/** Finds a case by number or title, and performs one action with it. */
export function CasePicker(props: CasePickerProps) {
  const { title, confirm, children, except = [], onChoose, onPick, onClose } = props
  const [wanted, setWanted] = useState('')
  const [isAlsoClosed, setAlsoClosed] = useState(false)
  const [picked, setPicked] = useState<CaseV1>()
  const found = useCaseSearch({ wanted: useDeferredValue(wanted), isAlsoClosed })
  const action = useAction()
  return (
    <FormDialog
      title={title}
      shape="wide"
      submit={picked ? `${confirm} #${picked.number}` : confirm}
      unavailable={!picked && text('response.pickFirst')}
      action={action}
      onSubmit={async () => {
        if (picked) await onPick(picked)
      }}
      onClose={onClose}
    >
      {children}
      <Field
        label={text('response.findCase')}
        name="case"
        type="search"
        value={wanted}
        onChange={setWanted}
      />
      <Check label={text('response.alsoClosed')} checked={isAlsoClosed} onChange={setAlsoClosed} />
      <Answer query={found}>
        {({ rows, total }) => (
          <fieldset className="case-choices">
            <legend className="visually-hidden">{text('response.cases')}</legend>
            {rows
              .filter(({ _id }) => !except.includes(_id))
              .map((one) => (
                <CaseChoice
                  key={one._id}
                  found={one}
                  isPicked={picked?._id === one._id}
                  onPick={() => {
                    setPicked(one)
                    onChoose?.(one)
                  }}
                />
              ))}
            {rows.length === 0 && <p className="muted">{text('response.noCase')}</p>}
            {total > rows.length && (
              <p className="muted">{counted('response.moreCases', total - rows.length)}</p>
            )}
          </fieldset>
        )}
      </Answer>
    </FormDialog>
  )
}

function CaseChoice(props: { found: CaseV1; isPicked: boolean; onPick: () => void }) {
  const { found, isPicked, onPick } = props
  return (
    <label className="case-choice">
      <input type="radio" name="picked" checked={isPicked} onChange={onPick} />
      <span className="number">#{found.number}</span>
      <span className="case-choice-title">{found.title}</span>
      {found.status !== 'Open' && <span className="badge">{found.status}</span>}
      <SeverityMark severity={found.severity} />
      <Time at={found.startDate} />
    </label>
  )
}
