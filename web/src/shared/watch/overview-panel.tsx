import { useUnread } from '../../base/data/unread.ts'
import { useWatchNews } from '../../base/data/watches.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, formatNumber, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { markRead } from './actions.ts'
import { NewsList } from './news-list.tsx'

const few = 6

/** Updates of watched values; nothing is shown to users who watch none. */
export function WatchPanel() {
  const { watches: watched = 0, updates: unread = 0 } = useUnread() ?? {}
  const news = useWatchNews(few, watched > 0)
  if (!news.data || watched === 0) return null
  const { rows, total } = news.data
  return (
    <section className="panel watch-panel" aria-label={text('watch.title')}>
      <div className="panel-head">
        <h2>
          {text('watch.title')}{' '}
          {unread > 0 && <span className="tab-count">{counted('watch.unreadCount', unread)}</span>}
        </h2>
        <span className="buttons">
          {unread > 0 && (
            <Button size="small" kind="quiet" icon="check" onClick={() => void markRead()}>
              {text('watch.markAll')}
            </Button>
          )}
          <Link to="/settings/watched">
            {text('watch.all')} <span className="number">{formatNumber(watched)}</span>
          </Link>
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="muted">{counted('watch.nothingNew', watched)}</p>
      ) : (
        <NewsList news={rows} />
      )}
      {total > rows.length && (
        <p className="watch-more">
          <Link to="/settings/watched">{counted('watch.moreNews', total - rows.length)}</Link>
        </p>
      )}
    </section>
  )
}
