import { defang } from '@assay/contract'
import { type ReactNode, useMemo } from 'react'
import { useVerdicts } from '../../base/data/verdicts.ts'
import { defangSentence, defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { Icon } from '../../base/ui/icons.tsx'
import { Names } from '../../base/ui/names.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import type { Part } from '../report/facts/model.ts'
import { hasPage, PartVerdict } from '../report/facts/part-verdict.tsx'
import { type Marking, useAnalyzeParts } from '../report/facts/use-analyze-parts.ts'
import type { MailModel } from './mail-model.ts'
import { Marks } from './marks.tsx'
import { piecesOf } from './message-text.ts'
import type { Evidence } from './places.ts'

interface MailPaperProps {
  mail: MailModel
  evidence: Evidence
  isOpen: boolean
  marking: Marking
}

/** What the email says, its links as what they show and what they open, and what is attached. */
export function MailPaper({ mail, evidence, isOpen, marking }: MailPaperProps) {
  const { links, attachments, text: said } = mail
  const forms = useMemo(
    () => mail.forms.map((data): Part => ({ dataType: 'url', data })),
    [mail.forms],
  )
  const parts = useMemo(() => [...links, ...forms, ...attachments], [links, forms, attachments])
  const verdictOf = useVerdicts(parts)
  const analysis = useAnalyzeParts(marking)
  const { pieces, left } = piecesOf(said, links, (at) => evidence.at.has(`link ${at}`))
  const shown = (part: Part, place: string, children: ReactNode) => (
    <Marks evidence={evidence} place={place} isOpen={isOpen}>
      <PartName part={part}>{children}</PartName>
    </Marks>
  )
  const verdict = (part: Part) =>
    hasPage(part) &&
    verdictOf(part) !== undefined && (
      <PartVerdict
        part={part}
        name={nameOf(part)}
        level={verdictOf(part)?.level ?? null}
        analysis={analysis}
        isPlain
      />
    )
  const levelOf = (part: Part) => (isOpen ? 'none' : (verdictOf(part)?.level ?? 'none'))
  return (
    <div className="value-paper">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="value-paper-text" aria-label={text('facts.says')} tabIndex={0}>
        {said === '' && <p className="muted">{text('value.noTextPart')}</p>}
        {pieces.map((piece, at) => {
          if ('text' in piece)
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: an email does not change
              <p key={at}>
                <Names in={piece.text.split('\n').map(defangSentence).join('\n')} />
              </p>
            )
          const part = links[piece.link]
          return (
            part && (
              <Lure
                // biome-ignore lint/suspicious/noArrayIndexKey: an email does not change
                key={at}
                level={levelOf(part)}
                shows={part.shows}
                opens={shown(part, `link ${piece.link}`, nameOf(part))}
                verdict={verdict(part)}
              />
            )
          )
        })}
        {forms.map((part, at) => (
          <Lure
            key={part.data}
            level={levelOf(part)}
            label={text('value.submits')}
            opens={shown(part, `form ${at}`, nameOf(part))}
            verdict={verdict(part)}
          />
        ))}
        {left.length > 0 && (
          <details className="fact-fold">
            <summary>{counted('value.moreLinks', left.length)}</summary>
            <ul>
              {left.slice(0, 50).map((at) => {
                const part = links[at]
                return part && <li key={at}>{shown(part, `link ${at}`, nameOf(part))}</li>
              })}
            </ul>
          </details>
        )}
      </section>
      {attachments.slice(0, 20).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email does not change
        <p key={at} className="value-paper-foot">
          <Icon name="file" />
          {shown(part, `attachment ${at}`, nameOf(part))}
          {part.note && <span className="muted">{defangText(part.note)}</span>}
          {verdict(part)}
        </p>
      ))}
      <p className="value-paper-foot muted">{text('value.textOnly')}</p>
    </div>
  )
}

interface LureProps {
  level: string
  label?: string
  shows?: string | undefined
  opens: ReactNode
  verdict: ReactNode
}

const Lure = ({ level, label = text('value.opens'), shows, opens, verdict }: LureProps) => (
  <div className="value-lure" data-verdict={level}>
    {shows !== undefined && (
      <>
        <span className="muted">{text('value.shows')}</span>
        <span className="value">{defangSentence(shows)}</span>
        <span />
      </>
    )}
    <span className="muted">{label}</span>
    <span>{opens}</span>
    <span>{verdict}</span>
  </div>
)

const nameOf = (part: Part) =>
  part.data === undefined
    ? defangText(part.name ?? part.attachment?.name ?? '')
    : defangText(defang(part.dataType, part.data))

const PartName = ({ part, children }: { part: Part; children: ReactNode }) =>
  hasPage(part) ? (
    <Link className="value" to={valuePath(part)}>
      {children}
    </Link>
  ) : (
    <span className="value">{children}</span>
  )
