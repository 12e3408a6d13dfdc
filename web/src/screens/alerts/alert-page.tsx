import type { ReactNode } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useSearch } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { MissingPage } from '../../base/ui/missing-page.tsx'
import { Page, Panel } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { useMedia } from '../../base/ui/use-media.ts'
import { EditableText } from '../../shared/response/editable-facts.tsx'
import { SimilarCases } from '../../shared/response/similar-cases.tsx'
import { AlertDetails } from './alert-details.tsx'
import { AlertFactsLine, AlertMenu } from './alert-head.tsx'
import { AnswerLine } from './answer-line.tsx'
import { changeAlert } from './changes.ts'
import { Decision } from './decision.tsx'
import type { Place } from './decision-bar.tsx'
import { MergeButton } from './merge-button.tsx'
import { adjacentAlerts, forgetAlert } from './order-memory.ts'
import { RespondPanel } from './respond-panel.tsx'
import { SimilarAlerts } from './similar-alerts.tsx'
import { SimilarPanel } from './similar-panel.tsx'
import type { AlertDetail } from './use-alert.ts'
import { type Board, useBoard } from './use-board.ts'
import { ValuesPanel } from './values-panel.tsx'
import { ValuesTable } from './values-table.tsx'
import '../../shared/response/response.css'
import '../cases/cases.css'
import './alerts.css'
import './panels.css'
import './preview.css'

const goTo = (id: string) => navigate(path`/alerts/${id}`)

/** One alert with all of it; on a phone this is where decisions are made. */
export function AlertPage({ params: { id = '' } }: ScreenProps) {
  const { position, total, previous, next } = adjacentAlerts(id)
  const place: Place = {
    position,
    total,
    onPrevious: previous === undefined ? undefined : () => goTo(previous),
    onNext: next === undefined ? undefined : () => goTo(next),
  }
  const back = `/alerts?${new URLSearchParams({ alert: id })}`
  const board = useBoard({
    id,
    place,
    onBack: () => navigate(back),
    onDecided: () => {
      forgetAlert(id)
      const follower = next ?? previous
      if (follower === undefined) navigate('/alerts')
      else goTo(follower)
    },
    onUndone: goTo,
  })
  const list = <Link to={back}>{text('alerts.title')}</Link>
  return (
    <Answer
      query={board.alert}
      missing={<MissingPage what={text('alerts.alert')} id={id} back={list} />}
    >
      {(alert) => <Whole alert={alert} board={board} place={place} back={list} />}
    </Answer>
  )
}

interface WholeProps {
  alert: AlertDetail
  board: Board
  place: Place
  back: ReactNode
}

function Whole({ alert, board, place, back }: WholeProps) {
  const { params } = useSearch()
  const { facts, decisions, setAsked } = board
  return (
    <div className="whole-alert">
      <Page
        title={alert.title}
        heading={
          <span className="preview-title few-lines">{defangText(alert.title.slice(0, 1000))}</span>
        }
        back={back}
        tlp={alert.tlp}
        actions={
          <AlertMenu alert={alert} decisions={decisions} onDelete={() => setAsked('delete')} />
        }
      >
        <AlertFactsLine alert={alert} decisions={decisions} />
        {params.get('show') === 'similar' ? (
          <Similar alert={alert} />
        ) : (
          <>
            {facts && <AnswerLine alert={alert} facts={facts} />}
            <Columns alert={alert} board={board} />
          </>
        )}
      </Page>
      <Decision alert={alert} board={board} place={place} />
    </div>
  )
}

function Columns({ alert, board }: { alert: AlertDetail; board: Board }) {
  const { analyze } = useRights()
  const isNarrow = useMedia('(width < 720px)')
  return (
    <div className="alert-columns">
      <div>
        {isNarrow ? (
          <ValuesPanel
            alertId={alert._id}
            found={board.values}
            analysis={board.analysis}
            isPrimary={board.step === 'analyze'}
            isWhole
          />
        ) : (
          <ValuesTable alert={alert} board={board} />
        )}
        <Panel title={text('alerts.whatHappened')}>
          <EditableText
            label={text('alerts.description')}
            value={alert.description}
            canEdit={analyze}
            onSave={(next) => changeAlert(alert._id, { description: next })}
          />
        </Panel>
        <AlertDetails alert={alert} />
      </div>
      <div>
        <SimilarPanel alertId={alert._id} facts={board.facts} />
        <RespondPanel alert={alert} />
      </div>
    </div>
  )
}

/** Every case and alert with the same values, and why each of them is here. */
function Similar({ alert }: { alert: AlertDetail }) {
  const { analyze } = useRights()
  return (
    <>
      <p className="similar-back">
        <Link to={path`/alerts/${alert._id}`}>{text('alerts.backToAlert')}</Link>
      </p>
      <h2>{text('response.similarCases')}</h2>
      <SimilarCases
        origin={{ entity: 'Alert', id: alert._id }}
        actions={(found) => analyze && <MergeButton alert={alert} found={found.case} />}
      />
      <SimilarAlerts alertId={alert._id} />
    </>
  )
}
