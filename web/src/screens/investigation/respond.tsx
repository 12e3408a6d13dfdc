import '../../shared/response/response.css'
import type { InvestigationValue, ObservableV1 } from '@assay/contract'
import { useState } from 'react'
import { attempt } from '../../base/attempt.ts'
import { runQuery } from '../../base/data/query.ts'
import { anyOf, filterSteps, getStep, isOneOf, pageStep } from '../../base/data/steps.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import type { Target } from '../cases/actions/data.ts'
import { ResponderDialog } from '../cases/respond/responder-dialog.tsx'
import { AddToCase } from './add-to-case.tsx'
import type { CaseValue } from './case-values.ts'
import { type Origin, putInto } from './put-into.ts'

type Responded = CaseValue & Pick<InvestigationValue, 'cases'>

interface RespondProps {
  investigation: Origin
  values: readonly Responded[]
  onDone: () => void
  onClose: () => void
}

const maxOffered = 8

/** Responders get values of a case: the chosen ones are added to one first, if they are not there yet. */
export function Respond({ investigation, values, onDone, onClose }: RespondProps) {
  const [isAdding, setAdding] = useState(false)
  const [targets, setTargets] = useState<readonly Target[]>([])
  const [isBusy, setBusy] = useState(false)
  const choose = async (caseId: string) => setTargets(await targetsIn(caseId, values))
  if (targets.length > 0)
    return (
      <ResponderDialog
        targets={targets}
        onClose={onClose}
        onStarted={(how) => {
          if (how === 'ran')
            showToast({
              kind: 'success',
              message: counted('investigation.responding', targets.length),
            })
          onDone()
        }}
      />
    )
  if (isAdding)
    return (
      <AddToCase
        investigation={investigation}
        values={values}
        onDone={({ _id }) => void attempt(() => choose(_id))}
        onClose={onClose}
      />
    )
  const pick = (caseId: string, number: number) => {
    setBusy(true)
    void attempt(async () => {
      await putInto(investigation, values, { _id: caseId, number })
      await choose(caseId)
    }).finally(() => setBusy(false))
  }
  const cases = casesOf(values)
  return (
    <Dialog title={text('investigation.respond')} onClose={onClose}>
      <p>{text('investigation.respondWhere')}</p>
      <ul className="value-choices">
        {cases.slice(0, maxOffered).map(({ id, number, title, count }) => (
          <li key={id}>
            <Button icon="case" busy={isBusy} onClick={() => pick(id, number)}>
              #{number} {title} (
              {text('investigation.holds', { count: String(count), all: String(values.length) })})
            </Button>
          </li>
        ))}
        <li>
          <Button icon="plus" onClick={() => setAdding(true)}>
            {text(cases.length > 0 ? 'investigation.otherCase' : 'investigation.addFirst')}
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}

/** Cases that already contain them, those with the most first. */
function casesOf(values: readonly Responded[]) {
  const found = new Map<string, { id: string; number: number; title: string; count: number }>()
  for (const { cases } of values)
    for (const one of cases)
      found.set(one.id, { ...one, count: (found.get(one.id)?.count ?? 0) + 1 })
  return [...found.values()].sort((a, b) => b.count - a.count || b.number - a.number)
}

/** The chosen values as observables of the case. */
async function targetsIn(caseId: string, values: readonly CaseValue[]): Promise<Target[]> {
  const texts = values.flatMap(({ data }) => data ?? [])
  const files = values.flatMap(({ hash }) => hash ?? [])
  const { rows } = await runQuery<ObservableV1>([
    getStep('Case', caseId),
    { _name: 'observables' },
    ...filterSteps(
      anyOf([
        ...(texts.length > 0 ? [isOneOf('data', texts)] : []),
        ...(files.length > 0 ? [isOneOf('attachment.id', files)] : []),
      ]),
    ),
    pageStep(0, values.length),
  ])
  return rows.map(({ _id: id, tlp }) => ({ type: 'case_artifact', id, tlp }))
}
