import '../report/facts/facts.css'
import './message.css'
import { defangSentence, defangText } from '../../base/model/defang.ts'
import { text } from '../../base/texts/index.ts'
import { Segments } from '../../base/ui/segments.tsx'
import { Loading } from '../../base/ui/states.tsx'
import { BlockView } from '../report/facts/blocks.tsx'
import type { Marking } from '../report/facts/use-analyze-parts.ts'
import type { MailModel } from './mail-model.ts'
import { Marks } from './marks.tsx'
import { MailHead } from './message-head.tsx'
import { MailPaper } from './message-paper.tsx'
import type { Evidence } from './places.ts'

export const messageViews = ['evidence', 'headers', 'source'] as const
export type MessageView = (typeof messageViews)[number]

interface MessagePanelProps {
  /** Undefined while it is read: the room for it is there. */
  mail: MailModel | undefined
  evidence: Evidence
  view: MessageView
  onView: (view: MessageView) => void
  /** No claims yet: all marks are gray. */
  isOpen: boolean
  marking: Marking
}

/** The email, with the evidence of each reason marked by its number. */
export function MessagePanel(props: MessagePanelProps) {
  const { mail, evidence, view, onView, isOpen, marking } = props
  const title = text('value.message')
  return (
    <section className="panel value-panel value-message" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        {mail && (
          <Segments
            label={text('value.messageAs')}
            value={view}
            onChange={onView}
            options={[
              { value: 'evidence', label: text('value.asEvidence') },
              {
                value: 'headers',
                label: text('value.asHeaders', { count: mail.headers.length }),
              },
              { value: 'source', label: text('value.asSource') },
            ]}
          />
        )}
      </div>
      {!mail && <Loading lines={8} />}
      {mail && view === 'evidence' && (
        <>
          <MailHead mail={mail} evidence={evidence} isOpen={isOpen} />
          <MailPaper mail={mail} evidence={evidence} isOpen={isOpen} marking={marking} />
        </>
      )}
      {mail && view === 'headers' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section className="value-message-box" aria-label={text('value.headers')} tabIndex={0}>
          {mail.stops.length > 1 && (
            <BlockView
              block={{
                is: 'way',
                title: text('value.wayHere'),
                stops: mail.stops,
              }}
              marking={marking}
            />
          )}
          <dl className="value-headers">
            {mail.headers.map(({ name, value }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an email does not change, its headers may repeat
              <div key={at}>
                <dt>{defangText(name)}</dt>
                <dd>
                  <Marks evidence={evidence} place={`header ${at}`} isOpen={isOpen}>
                    {defangSentence(value)}
                  </Marks>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {mail && view === 'source' && <Source mail={mail} />}
    </section>
  )
}

/** As its analyzer has read it, decoded. */
const Source = ({ mail: { headers, text: said } }: { mail: MailModel }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
  <section className="value-message-box" aria-label={text('value.asSource')} tabIndex={0}>
    <pre className="value-source">
      {headers.map(({ name, value }) => defangSentence(`${name}: ${value}`)).join('\n')}
      {'\n\n'}
      {said.split('\n').map(defangSentence).join('\n')}
    </pre>
  </section>
)
