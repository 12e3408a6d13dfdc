import './notices.css'
import type { Notice } from '@assay/contract'
import { useNotices } from '../../base/data/notices.ts'
import { useColleagues } from '../../base/data/users.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { useRights } from '../../base/session/rights.ts'
import { counted, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Time } from '../../base/ui/time.tsx'
import { readNotices } from './actions.ts'
import { saidOf } from './words.ts'

/** Everything that concerns the reader, the unread first. */
export function NoticeList({ onLeave }: { onLeave: () => void }) {
  const notices = useNotices()
  const { analyze } = useRights()
  // Readers may not list users; to them a login is a name.
  const colleagues = useColleagues(analyze).data
  const nameOf = (login: string) => colleagues?.find((one) => one.login === login)?.name || login
  const { rows = [], total = 0 } = notices.data ?? {}
  return (
    <div className="notices">
      <div className="notices-head">
        <h2>{text('bell.title')}</h2>
        {rows.some(({ isRead }) => !isRead) && (
          <Button size="small" kind="quiet" icon="check" onClick={() => void readNotices()}>
            {text('notice.markAll')}
          </Button>
        )}
      </div>
      {notices.data && rows.length === 0 && <p className="muted">{text('notice.none')}</p>}
      <ul aria-label={text('bell.title')}>
        {rows.map((one) => (
          <NoticeRow
            key={one.id}
            notice={one}
            name={nameOf(one.parameters.by ?? '')}
            onLeave={onLeave}
          />
        ))}
      </ul>
      {total > rows.length && (
        <p className="muted">{counted('notice.more', total - rows.length)}</p>
      )}
    </div>
  )
}

interface RowProps {
  notice: Notice
  name: string
  onLeave: () => void
}

function NoticeRow({ notice, name, onLeave }: RowProps) {
  const { id, isRead, at, parameters } = notice
  const { sentence, label, to } = saidOf(notice, name)
  return (
    <li data-unread={!isRead || undefined}>
      <span className="entry-about">
        {!isRead && <span className="visually-hidden">{labeled(text('notice.unread'), '')}</span>}
        {sentence}{' '}
        {to === undefined ? (
          <strong>{label}</strong>
        ) : (
          <Link
            to={to}
            onClick={() => {
              if (!isRead) void readNotices([id])
              onLeave()
            }}
          >
            {label}
          </Link>
        )}
        <span className="muted notice-line">
          {parameters.reason !== undefined && `${defangText(parameters.reason)} · `}
          <Time at={at} style="ago" />
        </span>
      </span>
      {!isRead && (
        <Button
          size="small"
          kind="quiet"
          icon="check"
          iconOnly
          onClick={() => void readNotices([id])}
        >
          {text('notice.markOne', { title: label })}
        </Button>
      )}
    </li>
  )
}
