import type { CaseV1, PatternV1, ProcedureV1 } from '@assay/contract'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { useAction } from '../../../base/use-action.ts'
import { usePatterns, useProcedures } from './data.ts'
import { SuggestedTechniques } from './suggested-techniques.tsx'

/** Techniques, as far as users added them. */
export function TechniquesPanel({ row }: { row: CaseV1 }) {
  const { analyze } = useRights()
  const procedures = useProcedures(row._id)
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="panel rows-panel">
      <div className="panel-head">
        <h2>{text('cases.techniques')}</h2>
        {analyze && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {text('cases.addTechnique')}
          </Button>
        )}
      </div>
      <Answer query={procedures}>
        {({ rows }) => (
          <ul className="side-rows">
            {rows.map((procedure) => (
              <Technique key={procedure._id} procedure={procedure} />
            ))}
            {rows.length === 0 && <li className="muted">{text('cases.noTechniques')}</li>}
          </ul>
        )}
      </Answer>
      {analyze && procedures.data && (
        <SuggestedTechniques caseId={row._id} known={procedures.data.rows} />
      )}
      {isAdding && (
        <TechniqueDialog
          caseId={row._id}
          known={procedures.data?.rows ?? []}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

function Technique({ procedure }: { procedure: ProcedureV1 }) {
  const { analyze } = useRights()
  const { _id: id, patternId, patternName = patternId, tacticLabel } = procedure
  const remove = () =>
    attempt(async () => {
      await api.deleteProcedure({ id })
      await changed('procedure')
    })
  return (
    <li>
      <span className="side-words">
        <span>{patternName}</span>
        <span className="muted small">
          {patternId} · {tacticLabel}
        </span>
      </span>
      {analyze && (
        <Button kind="quiet" size="small" icon="close" iconOnly onClick={() => void remove()}>
          {text('cases.removeTechnique', { name: patternName })}
        </Button>
      )}
    </li>
  )
}

interface TechniqueDialogProps {
  caseId: string
  known: readonly ProcedureV1[]
  onClose: () => void
}

/** By a part of the name or by number, over the shipped catalog. */
function TechniqueDialog({ caseId, known, onClose }: TechniqueDialogProps) {
  const [wanted, setWanted] = useState('')
  const [picked, setPicked] = useState<PatternV1>()
  const [tactic, setTactic] = useState('')
  const found = usePatterns(useDeferredValue(wanted))
  const action = useAction()
  const isKnown = ({ patternId }: PatternV1) => known.some((one) => one.patternId === patternId)
  const add = async () => {
    if (!picked) return
    await api.createCaseProcedure(
      { id: caseId },
      { patternId: picked.patternId, ...(tactic !== '' && { tactic }) },
    )
    await changed('procedure')
    onClose()
  }
  return (
    <FormDialog
      title={text('cases.addTechniqueTitle')}
      shape="wide"
      submit={
        picked ? `${text('cases.addTechnique')} ${picked.patternId}` : text('cases.addTechnique')
      }
      unavailable={!picked && text('cases.pickTechnique')}
      action={action}
      onSubmit={add}
      onClose={onClose}
    >
      <Field
        label={text('cases.findTechnique')}
        name="technique"
        type="search"
        value={wanted}
        onChange={setWanted}
      />
      <Answer query={found}>
        {({ rows, total }) => (
          <fieldset className="option-list">
            <legend className="visually-hidden">{text('cases.techniques')}</legend>
            {rows.map((pattern) => (
              <label key={pattern._id} className="option">
                <input
                  type="radio"
                  name="pattern"
                  checked={picked?._id === pattern._id}
                  onChange={() => {
                    setPicked(pattern)
                    setTactic(pattern.tactics[0] ?? '')
                  }}
                />
                <span>
                  <span className="option-name">
                    {pattern.name} <span className="muted">{pattern.patternId}</span>
                  </span>
                  <small>
                    {pattern.tactics.map(tacticName).join(', ')}
                    {isKnown(pattern) && ` · ${text('cases.techniqueKnown')}`}
                  </small>
                </span>
              </label>
            ))}
            {rows.length === 0 && <p className="muted">{text('cases.noTechnique')}</p>}
            {total > rows.length && (
              <p className="muted">{counted('cases.moreTechniques', total - rows.length)}</p>
            )}
          </fieldset>
        )}
      </Answer>
      {picked && picked.tactics.length > 1 && (
        <fieldset className="option-list">
          <legend>{text('cases.tactic')}</legend>
          {picked.tactics.map((one) => (
            <label key={one} className="option">
              <input
                type="radio"
                name="tactic"
                checked={tactic === one}
                onChange={() => setTactic(one)}
              />
              <span>{tacticName(one)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <p className="muted small">{text('cases.attackNotice')}</p>
    </FormDialog>
  )
}

/** `initial-access` */
const tacticName = (tactic: string) => {
  const words = tactic.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
