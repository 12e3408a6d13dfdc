import type { EngineAction } from '@assay/contract'
import { useState } from 'react'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { aboutOf } from '../../base/model/question.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { StatusMark } from '../../base/ui/marks.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import type { EngineWorker } from '../../shared/response/worker-picker.tsx'
import { readAction } from '../cases/actions/action-report.ts'
import { ResponderDialog } from '../cases/respond/responder-dialog.tsx'
import { KeyHint } from './key-hint.tsx'
import { type AlertDetail, useAlertActions, useAlertResponders } from './use-alert.ts'

/** External responses to the alert, and their results. */
export function RespondPanel({ alert }: { alert: AlertDetail }) {
  const { analyze, administer } = useRights()
  const responders = useAlertResponders(alert._id)
  const actions = useAlertActions(alert._id)
  const [asked, setAsked] = useState<EngineWorker>()
  const known = new Set((responders.data ?? []).map(({ id }) => id))
  // What was run by one that is gone or may not be run any more was done all the same.
  const others = (actions.data ?? []).filter(({ responderId }) => !known.has(responderId))
  if (!analyze && actions.data?.length === 0) return null
  return (
    <section className="panel rows-panel" data-respond>
      <div className="panel-head">
        <h2>{text('alerts.respond')}</h2>
        {analyze && <KeyHint name="R" />}
      </div>
      {analyze && (
        <Answer query={responders}>
          {(found) =>
            found.length === 0 ? (
              <p className="panel-text muted">
                {text('alerts.noResponders')}.{' '}
                {text(administer ? 'alerts.noRespondersYours' : 'alerts.noRespondersAsk')}
              </p>
            ) : (
              <ul className="respond-rows">
                {found.map((responder) => (
                  <li key={responder.id}>
                    <span>
                      <span>{analyzerName(responder.name)}</span>
                      <LastRun
                        about={aboutOf(responder.name, responder.description)}
                        action={actions.data?.find(
                          ({ responderId }) => responderId === responder.id,
                        )}
                      />
                    </span>
                    <Button size="small" onClick={() => setAsked(responder)}>
                      {text('alerts.run')}
                      <span className="visually-hidden"> {analyzerName(responder.name)}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      )}
      {others.length > 0 && (
        <ul className="respond-rows">
          {others.map((action) => (
            <li key={action._id}>
              <span>
                <span>{analyzerName(action.responderName)}</span>
                <LastRun about="" action={action} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ResponderDialog
          targets={[{ type: 'alert', id: alert._id, tlp: alert.tlp }]}
          only={asked}
          onClose={() => setAsked(undefined)}
          onStarted={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

/** What came of it last; before the first time what it is for. */
function LastRun({ about, action }: { about: string; action: EngineAction | undefined }) {
  if (!action) return <span className="muted small">{about}</span>
  const { message, errorMessage } = readAction(action)
  const said = action.status === 'Failure' ? errorMessage || message : message
  return (
    <span className="respond-state small" role="status">
      <StatusMark status={action.status} /> <Time at={action.startDate} />
      {isFinal(action.status) && said && <span>{defangText(said.slice(0, 300))}</span>}
    </span>
  )
}
