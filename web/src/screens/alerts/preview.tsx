import { defangText } from '../../base/model/defang.ts'
import { text } from '../../base/texts/index.ts'
import { Panel } from '../../base/ui/page.tsx'
import { Answer, Missing } from '../../base/ui/states.tsx'
import { WrittenText } from '../../shared/response/written-text.tsx'
import { AlertDetails } from './alert-details.tsx'
import { AlertFactsLine, AlertMenu, WholeAlertLink } from './alert-head.tsx'
import { AnswerLine } from './answer-line.tsx'
import { Decision } from './decision.tsx'
import type { Place } from './decision-bar.tsx'
import { RespondPanel } from './respond-panel.tsx'
import { SimilarPanel } from './similar-panel.tsx'
import type { AlertDetail } from './use-alert.ts'
import type { Board } from './use-board.ts'
import { ValuesPanel } from './values-panel.tsx'

interface PreviewProps {
  id: string
  board: Board
  place: Place
}

/** Next to the list: enough to decide. */
export function Preview({ id, board, place }: PreviewProps) {
  return (
    <section className="preview" aria-label={text('alerts.chosenAlert')}>
      <Answer
        query={board.alert}
        missing={<Missing what={text('alerts.alert')} id={id} list={null} />}
      >
        {(alert) => <Content key={alert._id} alert={alert} board={board} place={place} />}
      </Answer>
    </section>
  )
}

function Content(props: { alert: AlertDetail; board: Board; place: Place }) {
  const { alert, board } = props
  const { facts, decisions, setAsked, step } = board
  return (
    <>
      <div className="preview-body">
        <div className="preview-head">
          <h2 className="preview-title few-lines" title={defangText(alert.title.slice(0, 1000))}>
            {defangText(alert.title.slice(0, 1000))}
          </h2>
          <div className="buttons">
            <WholeAlertLink id={alert._id} />
            <AlertMenu alert={alert} decisions={decisions} onDelete={() => setAsked('delete')} />
          </div>
        </div>
        <AlertFactsLine alert={alert} decisions={decisions} />
        {facts && <AnswerLine alert={alert} facts={facts} />}
        <div className="alert-columns">
          <div>
            <ValuesPanel
              alertId={alert._id}
              found={board.values}
              analysis={board.analysis}
              isPrimary={step === 'analyze'}
            />
            <Panel title={text('alerts.whatHappened')}>
              <WrittenText value={alert.description} />
            </Panel>
            <AlertDetails alert={alert} />
          </div>
          <div>
            <SimilarPanel alertId={alert._id} facts={facts} />
            <RespondPanel alert={alert} />
          </div>
        </div>
      </div>
      <Decision {...props} />
    </>
  )
}
