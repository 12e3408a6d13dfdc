import { type MouseEvent, useEffect } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { dayTime } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { useNow } from '../../base/ui/time.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { alertLine, isDecided } from './alert-words.ts'
import type { AlertFacts } from './facts.ts'
import { worstOf } from './next-step.ts'
import type { AlertRow } from './use-alert-list.ts'

interface AlertRowViewProps {
  alert: AlertRow
  facts: AlertFacts | undefined
  isCurrent: boolean
  isChosen: boolean
  /** No selection for rows without any action. */
  onChoose: (() => void) | undefined
  /** Next to the list; without it the row opens as a page. */
  onOpen: (() => void) | undefined
  onSeen: () => void
}

const maxTitle = 300

/** How bad it is, what it is, since when, and the rest in one line. */
export function AlertRowView(props: AlertRowViewProps) {
  const { alert, facts, isCurrent, isChosen, onChoose, onOpen, onSeen } = props
  const now = useNow()
  const { user } = useSession()
  const isTaken = alert.assignee !== undefined && alert.assignee !== user.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes into sight
  useEffect(onSeen, [])
  const title = defangText(alert.title.slice(0, maxTitle))
  const open = (event: MouseEvent) => {
    const wantsOwnTab = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!onOpen || wantsOwnTab) return
    event.preventDefault()
    onOpen()
  }
  return (
    <div
      className="alert-row"
      data-row={alert._id}
      data-current={isCurrent || undefined}
      data-chosen={isChosen || undefined}
      data-decided={isDecided(alert) || undefined}
      data-taken={isTaken || undefined}
    >
      {facts ? (
        <VerdictMark level={worstOf(facts.verdicts)} isPlain isShort />
      ) : (
        <span className="alert-row-blank" />
      )}
      <Link
        to={path`/alerts/${alert._id}`}
        className="alert-row-title"
        aria-current={isCurrent || undefined}
        onClick={open}
      >
        {title}
      </Link>
      <time className="alert-row-age" dateTime={new Date(alert.date).toISOString()}>
        {dayTime(alert.date, now)}
      </time>
      <span className="alert-row-line">{alertLine(alert, facts)}</span>
      {onChoose && (
        <label className="alert-row-tick">
          <input type="checkbox" checked={isChosen} onChange={onChoose} />
          <span className="visually-hidden">{text('alerts.select', { title })}</span>
        </label>
      )}
    </div>
  )
}
