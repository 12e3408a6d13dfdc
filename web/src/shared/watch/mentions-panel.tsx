import './watch.css'
import type { Mention } from '@assay/contract'
import { useState } from 'react'
import { useMentions } from '../../base/data/mentions.ts'
import { useUnread } from '../../base/data/unread.ts'
import { useColleagues } from '../../base/data/users.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { Time } from '../../base/ui/time.tsx'
import { readMentions } from './actions.ts'

const few = 4
const many = 50

/** Comments that mention the reader; without mentions nothing is shown. */
export function MentionsPanel() {
  const [count, setCount] = useState(few)
  const { mentions: unread = 0, allMentions = 0 } = useUnread() ?? {}
  const mentions = useMentions(count, allMentions > 0)
  const { analyze } = useRights()
  // Readers may not list users; to them a login is a name.
  const colleagues = useColleagues(analyze && allMentions > 0).data
  const nameOf = (login: string) => colleagues?.find((one) => one.login === login)?.name || login
  if (!mentions.data || mentions.data.total === 0) return null
  const { rows, total } = mentions.data
  return (
    <section className="panel watch-panel" aria-label={text('mention.title')}>
      <div className="panel-head">
        <h2>
          {text('mention.title')}{' '}
          {unread > 0 && <span className="tab-count">{counted('watch.unreadCount', unread)}</span>}
        </h2>
        {unread > 0 && (
          <Button size="small" kind="quiet" icon="check" onClick={() => void readMentions()}>
            {text('watch.markAll')}
          </Button>
        )}
      </div>
      <ul className="watch-news" aria-label={text('mention.title')}>
        {rows.map((one) => (
          <MentionRow key={one.id} mention={one} name={nameOf(one.by)} />
        ))}
      </ul>
      {total > rows.length && count === few && (
        <Button size="small" onClick={() => setCount(many)}>
          {counted('watch.moreNews', total - rows.length)}
        </Button>
      )}
    </section>
  )
}

function MentionRow({ mention, name }: { mention: Mention; name: string }) {
  const { case: of, commentId, isRead } = mention
  const title = `#${of.number} ${defangText(of.title)}`
  return (
    <li data-unread={!isRead || undefined}>
      <Icon name="user" />
      <span className="entry-about watch-what">
        {!isRead && <span className="visually-hidden">{labeled(text('watch.unread'), '')}</span>}
        {text('mention.by', { name })}{' '}
        <Link
          to={`${path`/cases/${of.id}`}?${new URLSearchParams({ comment: commentId })}`}
          onClick={() => void (isRead || readMentions([mention.id]))}
        >
          {title}
        </Link>
        <span className="muted few-lines">
          {defangText(mention.message)} · <Time at={mention.at} style="ago" />
        </span>
      </span>
      {isRead ? (
        <span />
      ) : (
        <Button
          size="small"
          kind="quiet"
          icon="check"
          aria-label={text('watch.markOne', { value: title })}
          onClick={() => void readMentions([mention.id])}
        >
          {text('watch.markRead')}
        </Button>
      )}
    </li>
  )
}
