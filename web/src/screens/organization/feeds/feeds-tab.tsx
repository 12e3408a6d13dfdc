import type { Feed } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { basePath } from '../../../base/routing/base.ts'
import { useSearch } from '../../../base/routing/location.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { Table } from '../../../base/ui/table.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { EntriesDialog } from './entries-dialog.tsx'
import { type FeedTask, feedColumns } from './feed-columns.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** Block lists that responders fill and firewalls read. */
export function FeedsTab() {
  const { params, set } = useSearch()
  const feeds = useQuery({
    queryKey: keyOf('feeds'),
    queryFn: ({ signal }) => api.listFeeds({}, { signal }),
  })
  const [open, setOpen] = useState<{ task: FeedTask; feed?: Feed }>()
  const [paths, setPaths] = useState<readonly string[]>()
  const changed = () => void readAgain(keyOf('feeds'))
  const close = () => setOpen(undefined)
  const shown = params.get('feed')
  const publish = (
    <Button kind="primary" size="small" icon="plus" onClick={() => setOpen({ task: 'publish' })}>
      {text('feeds.publishNew')}
    </Button>
  )
  return (
    <>
      <div className="filters">
        <p className="muted">{text('feeds.about')}</p>
        <span className="filters-end">{publish}</span>
      </div>
      <Answer query={feeds}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text('feeds.none')} icon="stop" action={publish}>
              {text('feeds.noneAbout')}
            </Empty>
          ) : (
            <Table
              caption={text('organization.tab.feeds')}
              columns={feedColumns({
                onTask: (task, feed) => setOpen({ task, feed }),
                onEntries: (name) => set({ feed: name }, { push: true }),
              })}
              rows={rows}
              idOf={({ name }) => name}
            />
          )
        }
      </Answer>
      {open?.task === 'publish' && (
        <PublishDialog
          feed={open.feed}
          onPublished={(published) => {
            changed()
            close()
            setPaths(published)
          }}
          onClose={close}
        />
      )}
      {open?.task === 'withdraw' && open.feed && (
        <RemoveDialog
          title={text('feeds.withdrawTitle', { name: open.feed.name })}
          confirm={text('feeds.withdraw')}
          done={text('feeds.withdrawn', { name: open.feed.name })}
          onRemove={async () => {
            await api.withdrawFeed({ name: open.feed?.name ?? '' })
            changed()
          }}
          onClose={close}
        >
          <p>{text('feeds.withdrawEffect')}</p>
        </RemoveDialog>
      )}
      {shown && (
        <EntriesDialog name={shown} onChanged={changed} onClose={() => set({ feed: '' })} />
      )}
      {paths && (
        <ShownOnce
          title={text('feeds.addressTitle')}
          about={text('feeds.addressAbout')}
          values={paths.map((path) => ({
            label: formOf(path),
            value: `${location.origin}${basePath}${path}`,
          }))}
          onClose={() => setPaths(undefined)}
        />
      )}
    </>
  )
}

/** `….txt`, `….csv` and `….json` are the same list in three forms. */
const formOf = (path: string) => {
  const ending = path.slice(path.lastIndexOf('.') + 1)
  return ending === 'json' ? text('feeds.stix') : ending === 'csv' ? 'CSV' : text('feeds.plain')
}
