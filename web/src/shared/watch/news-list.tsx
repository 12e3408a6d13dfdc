import './watch.css'
import type { WatchNews } from '@assay/contract'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { path } from '../../base/routing/match.ts'
import { labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Icon } from '../../base/ui/icons.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Time } from '../../base/ui/time.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { markRead } from './actions.ts'
import { shownName } from './shown.ts'

/** What happened to watched values, one row each. */
export const NewsList = ({ news }: { news: readonly WatchNews[] }) => (
  <ul className="watch-news" aria-label={text('watch.newsList')}>
    {news.map((one) => (
      <NewsRow key={one.id} news={one} />
    ))}
  </ul>
)

function NewsRow({ news }: { news: WatchNews }) {
  const shown = shownName(news)
  return (
    <li data-unread={!news.isRead || undefined}>
      {news.kind !== 'case' && news.kind !== 'alert' ? (
        <VerdictMark level={news.to ?? null} isPlain isShort />
      ) : (
        <Icon name={news.kind === 'case' ? 'case' : 'bell'} />
      )}
      <span className="entry-about watch-what">
        {!news.isRead && (
          <span className="visually-hidden">{labeled(text('watch.unread'), '')}</span>
        )}
        <Link to={valuePath(news)} className="value">
          {shown}
        </Link>{' '}
        <TypeChip type={news.dataType} />
        <span className="watch-line">
          <What news={news} /> · <Time at={news.at} style="ago" />
        </span>
      </span>
      {news.isRead ? (
        <span />
      ) : (
        <Button
          size="small"
          kind="quiet"
          icon="check"
          aria-label={text('watch.markOne', { value: shown })}
          onClick={() => void markRead([news.id])}
        >
          {text('watch.markRead')}
        </Button>
      )}
    </li>
  )
}

function What({ news }: { news: WatchNews }) {
  if (news.case)
    return (
      <>
        {text('watch.inCase')}{' '}
        <Link to={path`/cases/${news.case.id}`}>
          {`#${news.case.number} ${defangText(news.case.title)}`}
        </Link>
      </>
    )
  if (news.alert)
    return (
      <>
        {text('watch.inAlert')}{' '}
        <Link to={path`/alerts/${news.alert.id}`}>{defangText(news.alert.title)}</Link>
      </>
    )
  if (news.kind === 'contradicted')
    return (
      <>
        {text('watch.contradicted')} <VerdictMark level={news.to ?? null} isPlain />
        {news.analyzer !== undefined && ` · ${analyzerName(news.analyzer)}`}
      </>
    )
  return (
    <>
      {news.kind === 'expired' && `${text('watch.expired')} `}
      <VerdictMark level={news.from ?? null} isPlain /> <span aria-hidden="true">→</span>
      <span className="visually-hidden">{text('watch.became')}</span>{' '}
      <VerdictMark level={news.to ?? null} isPlain />
      {news.analyzer !== undefined && ` · ${analyzerName(news.analyzer)}`}
    </>
  )
}
