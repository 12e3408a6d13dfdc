import type { SimilarCase } from '@assay/contract'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { DismissMenu } from './dismiss-menu.tsx'
import { KeyHint } from './key-hint.tsx'
import type { Step } from './next-step.ts'
import type { AlertDetail } from './use-alert.ts'
import type { useDecisions } from './use-decisions.ts'

export type Asked = 'merge' | 'pick' | 'case' | 'delete'

export interface Place {
  readonly position: number
  readonly total: number
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

interface DecisionBarProps {
  alert: AlertDetail
  /** The open case that it would be merged into. */
  similar: SimilarCase | undefined
  step: Step | undefined
  decisions: ReturnType<typeof useDecisions>
  onAsk: (asked: Asked) => void
  place: Place | undefined
}

/**
 * The decision, always at the same position. The step that the sentence names is the primary one.
 */
export function DecisionBar(props: DecisionBarProps) {
  const { alert, similar, step, decisions, onAsk, place } = props
  const { analyze } = useRights()
  const { caseId, caseNumber, read } = alert
  const kindOf = (one: Step) => (step === one ? 'primary' : 'plain')
  return (
    <div className="decision-bar">
      {analyze && caseId === undefined && (
        <>
          <Button
            icon="merge"
            kind={kindOf('merge')}
            onClick={() => onAsk(similar ? 'merge' : 'pick')}
          >
            {similar
              ? text('alerts.mergeIntoNumber', { number: String(similar.case.number) })
              : text('alerts.mergeInto')}
            <KeyHint name="M" />
          </Button>
          <Button icon="case" kind={kindOf('case')} onClick={() => onAsk('case')}>
            {text('alerts.newCase')}
            <KeyHint name="I" />
          </Button>
          {read ? (
            <Button icon="bell" busy={decisions.isBusy} onClick={() => void decisions.unread()}>
              {text('alerts.markUnread')}
            </Button>
          ) : (
            <DismissMenu
              button={{
                kind: kindOf('dismiss'),
                busy: decisions.isBusy,
                className: 'dismiss-opener',
              }}
              onChoose={(dismissal) => void decisions.dismiss(dismissal)}
              letter="X"
            />
          )}
        </>
      )}
      {caseId !== undefined && (
        <Link className="button button-plain button-normal" to={path`/cases/${caseId}`}>
          {text('alerts.openCaseNumber', { number: String(caseNumber ?? '') })}
        </Link>
      )}
      {place && place.total > 0 && (
        <div className="decision-place">
          {place.position > 0 && (
            <span className="muted small">
              {text('alerts.position', { position: place.position, total: place.total })}
            </span>
          )}
          <Button
            icon="up"
            aria-label={text('alerts.previous')}
            unavailable={!place.onPrevious && text('alerts.isFirst')}
            onClick={place.onPrevious}
          >
            <KeyHint name="K" />
          </Button>
          <Button
            icon="down"
            aria-label={text('alerts.nextAlert')}
            unavailable={!place.onNext && text('alerts.isLast')}
            onClick={place.onNext}
          >
            <KeyHint name="J" />
          </Button>
        </div>
      )}
    </div>
  )
}
