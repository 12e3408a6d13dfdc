import '../cases/cases.css'
import { defangText } from '../../base/model/defang.ts'
import '../../shared/response/response.css'
import type { CaseV1, ValueDetail } from '@assay/contract'
import { type ReactNode, useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { ActionsPanel } from '../cases/actions/actions-panel.tsx'
import { useActions } from '../cases/actions/data.ts'
import { useCase } from '../cases/data.ts'
import { AnalysesTab } from '../cases/observables/analyses-tab.tsx'
import { AnalyzeDialog } from '../cases/observables/analyze-dialog.tsx'
import { useAnalyses, useObservable } from '../cases/observables/data.ts'
import { ObservableBar } from '../cases/observables/observable-bar.tsx'
import { ObservableDetails } from '../cases/observables/observable-details.tsx'

/** The copy of the value in this case; undefined while it is unknown or missing. */
export function copyIn(found: ValueDetail | undefined, opened: CaseV1 | undefined) {
  return found?.sightings.find(({ type, id }) => type === 'case' && id === opened?._id)
    ?.observableId
}

interface CaseStripProps {
  caseId: string
  found: ValueDetail
}

/** Over the value: what it is in the case from which the reader came. */
export function CaseStrip({ caseId, found }: CaseStripProps) {
  const opened = useCase(caseId)
  const id = copyIn(found, opened.data)
  return (
    <section className="panel value-case" aria-label={text('value.inCase')}>
      <Answer query={opened} missing={<p className="muted">{text('value.caseGone')}</p>}>
        {(row) => (
          <>
            <p className="value-case-title">
              {text('value.inCase')}{' '}
              <Link to={`${path`/cases/${row._id}`}?tab=observables`}>
                #{row.number} {defangText(row.title)}
              </Link>
            </p>
            {id === undefined ? (
              <p className="muted">{text('value.notInCase')}</p>
            ) : (
              <Copy caseId={row._id} id={id} />
            )}
          </>
        )}
      </Answer>
    </section>
  )
}

function Copy({ caseId, id }: { caseId: string; id: string }) {
  const { analyze } = useRights()
  const [isAsking, setAsking] = useState(false)
  const target = { type: 'case_artifact', id } as const
  const actions = useActions(target).data?.length ?? 0
  const analyses = useAnalyses(id).data?.total ?? 0
  return (
    <Answer query={useObservable(id)}>
      {(row) => (
        <>
          <ObservableBar row={row} caseId={caseId} />
          <ObservableDetails row={row} />
          <Fold title={text('value.responses')} count={actions}>
            <ActionsPanel target={target} />
          </Fold>
          <Fold title={text('value.caseAnalyses')} count={analyses}>
            <AnalysesTab caseId={caseId} observable={row} />
          </Fold>
          {analyze && (
            <Button size="small" icon="observable" onClick={() => setAsking(true)}>
              {text('cases.analyze')}
            </Button>
          )}
          {isAsking && (
            <AnalyzeDialog
              observables={[row]}
              onClose={() => setAsking(false)}
              onStarted={() => setAsking(false)}
            />
          )}
        </>
      )}
    </Answer>
  )
}

/** Nothing to unfold where there is nothing inside. */
function Fold({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  if (count === 0) return null
  return (
    <details
      className="fact-fold"
      open={isOpen}
      onToggle={(event) => {
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        {title} <span className="tab-count">{formatNumber(count)}</span>
      </summary>
      {isOpen && children}
    </details>
  )
}
