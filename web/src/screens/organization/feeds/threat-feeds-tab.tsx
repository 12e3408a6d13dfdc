import type { ThreatFeed } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { defangText } from '../../../base/model/defang.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { LevelMark } from '../../../base/ui/marks.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { ThreatFeedDialog } from './threat-feed-dialog.tsx'

/** While one is being loaded its numbers change live. */
const loadingMs = 2_000

/** Lists of what others know to be bad, which the analyzer "Threat feeds" asks. */
export function ThreatFeedsTab() {
  const feeds = useQuery({
    queryKey: keyOf('threatFeeds'),
    queryFn: ({ signal }) => api.listThreatFeeds({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ isLoading, loadedAt, problem }) => isLoading || !(loadedAt || problem))
        ? loadingMs
        : false,
  })
  return (
    <SettingsTab
      texts="threats"
      query={feeds}
      stale={keyOf('threatFeeds')}
      caption={text('threats.title')}
      columns={columns()}
      idOf={({ name, source }) => `${source} ${name}`}
      nameOf={({ name }) => name}
      icon="link"
      canEdit
      editor={(feed, { saved, close }) => (
        <ThreatFeedDialog feed={feed} onSaved={saved} onClose={close} />
      )}
      isFixed={({ source }) => source !== 'organization'}
      remove={({ name }) => api.deleteThreatFeed({ name })}
      buttons={({ name, isLoading }) => (
        <Button size="small" busy={isLoading} onClick={() => void refresh(name)}>
          {text('threats.refresh')} <span className="visually-hidden">{name}</span>
        </Button>
      )}
    />
  )
}

async function refresh(name: string): Promise<void> {
  await attempt(async () => {
    await api.refreshThreatFeed({ name })
    showToast({ kind: 'info', message: text('threats.refreshing', { name }) })
    await readAgain(keyOf('threatFeeds'))
  })
}

const columns = (): Column<ThreatFeed>[] => [
  {
    key: 'name',
    label: text('threats.name'),
    isHeader: true,
    className: 'cell-name',
    cell: ({ name }) => name,
  },
  {
    key: 'from',
    label: text('threats.from'),
    isWide: true,
    cell: (feed) => <From feed={feed} />,
  },
  {
    key: 'level',
    label: text('threats.level'),
    cell: ({ level }) => <LevelMark level={level} />,
  },
  {
    key: 'entries',
    label: text('threats.entries'),
    align: 'right',
    cell: ({ entries }) => formatNumber(entries),
  },
  {
    key: 'loadedAt',
    label: text('threats.loaded'),
    cell: ({ loadedAt, isLoading }) =>
      isLoading ? (
        text('threats.loading')
      ) : loadedAt === undefined ? (
        <Nothing />
      ) : (
        <Time at={loadedAt} style="ago" />
      ),
  },
]

/** Its address, not clickable, and what went wrong with it. */
function From({ feed }: { feed: ThreatFeed }) {
  const { source, url, resource, problem, badLines } = feed
  const from = url ? defangText(url) : (resource?.replace(/^\w+:/, '') ?? text('threats.ofServer'))
  return (
    <>
      <span className={source === 'organization' ? 'value' : 'muted'}>{from}</span>
      {problem && <p className="worker-warning">{defangText(problem)}</p>}
      {!problem && badLines > 0 && (
        <p className="muted">{text('threats.badLines', { count: badLines })}</p>
      )}
    </>
  )
}
