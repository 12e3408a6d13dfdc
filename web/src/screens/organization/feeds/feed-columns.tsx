import type { Feed } from '@assay/contract'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { StateMark } from '../../../base/ui/marks.tsx'
import type { Column } from '../../../base/ui/table.tsx'

export type FeedTask = 'publish' | 'withdraw'

interface FeedColumns {
  onTask: (task: FeedTask, feed: Feed) => void
  onEntries: (name: string) => void
}

export const feedColumns = ({ onTask, onEntries }: FeedColumns): Column<Feed>[] => [
  {
    key: 'name',
    label: text('feeds.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name }) => <span className="value">{name}</span>,
  },
  {
    key: 'entries',
    label: text('feeds.entries'),
    align: 'right',
    cell: ({ entries }) => formatNumber(entries),
  },
  {
    key: 'isPublished',
    label: text('feeds.address'),
    cell: ({ isPublished }) => (
      <StateMark tone={isPublished ? 'good' : 'neutral'} icon={isPublished ? 'link' : 'minus'}>
        {text(isPublished ? 'feeds.published' : 'feeds.unpublished')}
      </StateMark>
    ),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (feed) => (
      <span className="row-buttons">
        <Button size="small" onClick={() => onEntries(feed.name)}>
          {text('feeds.entries')} <span className="visually-hidden">{feed.name}</span>
        </Button>
        <Button size="small" onClick={() => onTask('publish', feed)}>
          {text(feed.isPublished ? 'feeds.renew' : 'feeds.publish')}{' '}
          <span className="visually-hidden">{feed.name}</span>
        </Button>
        {feed.isPublished && (
          <Button size="small" onClick={() => onTask('withdraw', feed)}>
            {text('feeds.withdraw')} <span className="visually-hidden">{feed.name}</span>
          </Button>
        )}
      </span>
    ),
  },
]
