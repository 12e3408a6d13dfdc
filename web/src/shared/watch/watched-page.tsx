import './watch.css'
import type { Watch, WatchEvery } from '@assay/contract'
import { useState } from 'react'
import { useUnread } from '../../base/data/unread.ts'
import { useWatches, useWatchNews } from '../../base/data/watches.ts'
import { said } from '../../base/model/said.ts'
import { Link } from '../../base/routing/link.tsx'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Names } from '../../base/ui/names.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page } from '../../base/ui/page.tsx'
import { SearchInput } from '../../base/ui/search-input.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { VerdictMark } from '../../base/ui/verdict-mark.tsx'
import { everyChoices, markRead, setEvery, stopWatching } from './actions.ts'
import { NewsList } from './news-list.tsx'
import { shownName } from './shown.ts'

const newsStep = 50
/** Beyond this many a filter field is worth its space. */
const manyWatches = 8

/** All values that the reader watches, and what happened to them. */
export function WatchedPage() {
  const watches = useWatches()
  return (
    <Page title={text('place.watched')}>
      <Answer query={watches}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title={text('watch.none')} icon="eye">
              {text('watch.noneAbout')}
            </Empty>
          ) : (
            <>
              <Watches rows={rows} />
              <News />
            </>
          )
        }
      </Answer>
    </Page>
  )
}

function Watches({ rows }: { rows: readonly Watch[] }) {
  const [typed, setTyped] = useState('')
  const needle = typed.trim().toLowerCase()
  const shown = rows.filter((row) =>
    `${row.data ?? ''} ${row.filename ?? ''} ${row.hash ?? ''} ${shownName(row)}`
      .toLowerCase()
      .includes(needle),
  )
  return (
    <section className="panel watch-panel" aria-label={text('place.watched')}>
      <div className="panel-head">
        <h2>{counted('watch.values', rows.length)}</h2>
        {rows.length > manyWatches && (
          <SearchInput label={text('watch.find')} value={typed} onChange={setTyped} />
        )}
      </div>
      {shown.length === 0 && <p className="muted">{text('watch.noneFound')}</p>}
      <ul className="watch-values">
        {shown.map((row) => (
          <WatchRow key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function WatchRow({ row }: { row: Watch }) {
  const shown = shownName(row)
  const [reason] = row.reasons
  return (
    <li>
      <VerdictMark level={row.level} checkedAt={row.checkedAt} isPlain isShort />
      <span className="entry-about watch-what">
        <Link to={valuePath(row)} className="value">
          {shown}
        </Link>{' '}
        <TypeChip type={row.dataType} />{' '}
        {row.unread > 0 && (
          <span className="tab-count">{counted('watch.unreadCount', row.unread)}</span>
        )}
        <span className="watch-line">
          {reason ? (
            <Names in={said(reason)} />
          ) : (
            text(row.level === null ? 'watch.neverAnalyzed' : 'watch.nothingSaid')
          )}
          {row.checkedAt !== undefined && (
            <>
              {' · '}
              {text('watch.checked')} <Time at={row.checkedAt} style="ago" />
            </>
          )}
        </span>
      </span>
      <select
        className="input"
        aria-label={text('watch.everyOf', { value: shown })}
        value={row.every}
        onChange={(event) => void setEvery(row.id, event.currentTarget.value as WatchEvery)}
      >
        {everyChoices.map((every) => (
          <option key={every} value={every}>
            {text(`watch.every.${every}`)}
          </option>
        ))}
      </select>
      <Button
        size="small"
        icon="eye-off"
        aria-label={text('watch.stopOf', { value: shown })}
        onClick={() => void stopWatching(row.id)}
      >
        {text('watch.stop')}
      </Button>
    </li>
  )
}

function News() {
  const [count, setCount] = useState(newsStep)
  const news = useWatchNews(count)
  const unread = useUnread()?.updates ?? 0
  return (
    <section className="panel watch-panel" aria-label={text('watch.news')}>
      <div className="panel-head">
        <h2>{text('watch.news')}</h2>
        {unread > 0 && (
          <Button size="small" kind="quiet" icon="check" onClick={() => void markRead()}>
            {text('watch.markAll')}
          </Button>
        )}
      </div>
      <Answer query={news}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <p className="muted">{text('watch.noNews')}</p>
            ) : (
              <NewsList news={rows} />
            )}
            {total > rows.length && count < 200 && (
              <Button size="small" onClick={() => setCount(count + newsStep)}>
                {text('watch.showMore')}
              </Button>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}
