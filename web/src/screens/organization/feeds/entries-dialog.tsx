import type { FeedEntry } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Observable } from '../../../base/ui/observable.tsx'
import { Pager } from '../../../base/ui/pager.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'

interface EntriesDialogProps {
  name: string
  onChanged: () => void
  onClose: () => void
}

const perPage = 50

/** The values of a block list that are in force. */
export function EntriesDialog({ name, onChanged, onClose }: EntriesDialogProps) {
  const [from, setFrom] = useState(0)
  const [removed, setRemoved] = useState<FeedEntry>()
  const range = `${from}-${from + perPage}`
  const entries = useQuery({
    queryKey: keyOf('feedEntries', name, range),
    queryFn: ({ signal }) => api.listFeedEntries({ name }, { range }, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Dialog
      shape="wide"
      title={text('feeds.entriesTitle', { name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text('app.close')}</Button>}
    >
      <Answer query={entries}>
        {({ entries: rows, total }) =>
          rows.length === 0 ? (
            <Empty title={text('feeds.empty')} icon="stop">
              {text('feeds.emptyAbout')}
            </Empty>
          ) : (
            <>
              <Table
                caption={text('feeds.entriesTitle', { name })}
                columns={columns(setRemoved)}
                rows={rows}
                idOf={({ dataType, value }) => `${dataType} ${value}`}
              />
              <Pager from={from} size={perPage} total={total} onGo={setFrom} />
            </>
          )
        }
      </Answer>
      {removed && (
        <RemoveDialog
          title={text('feeds.removeTitle')}
          confirm={text('feeds.remove')}
          done={text('feeds.removed')}
          onRemove={async () => {
            const { dataType, value } = removed
            await api.removeFeedEntry({ name }, { dataType, value })
            onChanged()
            await readAgain(keyOf('feedEntries', name))
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p className="value">{valueIn(removed)}</p>
          <p>{text('feeds.removeEffect')}</p>
        </RemoveDialog>
      )}
    </Dialog>
  )
}

const valueIn = ({ dataType, value }: FeedEntry) => shownValue({ dataType, data: value })

const columns = (onRemove: (entry: FeedEntry) => void): Column<FeedEntry>[] => [
  {
    key: 'value',
    label: text('feeds.value'),
    isHeader: true,
    isWide: true,
    cell: ({ dataType, value }) => <Observable observed={{ dataType, data: value }} canCopy />,
  },
  { key: 'addedAt', label: text('feeds.addedAt'), cell: ({ addedAt }) => <Time at={addedAt} /> },
  {
    key: 'expiresAt',
    label: text('feeds.expiresAt'),
    cell: ({ expiresAt }) =>
      expiresAt === null ? text('feeds.never') : <Time at={expiresAt} style="until" />,
  },
  {
    key: 'addedBy',
    label: text('feeds.addedBy'),
    cell: ({ addedBy, jobId }) => (
      <>
        <span className="value">{addedBy}</span>{' '}
        <Link to={path`/jobs/${jobId}`}>{text('feeds.job')}</Link>
      </>
    ),
  },
  {
    key: 'tasks',
    label: text('users.actions'),
    align: 'right',
    cell: (entry) => (
      <Button size="small" icon="trash" iconOnly onClick={() => onRemove(entry)}>
        {text('settings.remove', { name: valueIn(entry) })}
      </Button>
    ),
  },
]
