import './search.css'
import { useState } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import { ChoiceMenu } from '../../base/ui/choice-menu.tsx'
import { Page } from '../../base/ui/page.tsx'
import { SearchBox } from '../../base/ui/search-box.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { ResultGroup } from './result-group.tsx'
import { dayMs, TimeChoice, timeOf } from './time-choice.tsx'
import { type Narrowed, usePlatformHits } from './use-platform-hits.ts'
import { isSearchable } from './use-search.ts'
import { useSettingsHits } from './use-settings-hits.ts'

const kinds = ['organizations', 'users', 'settings'] as const
type Kind = (typeof kinds)[number]
const statuses = ['Active', 'Locked'] as const
const step = 20
const maxHits = 100

const nameOf = (kind: Kind) => text(`palette.${kind}` satisfies TextKey)

/** What fits a text, for who keeps the platform; what narrows it down is in the address. */
export function PlatformSearch() {
  const { params, set } = useSearch()
  const typed = params.get('q') ?? ''
  const wanted = kinds.filter((kind) => params.getAll('kind').includes(kind))
  const chosen = statuses.filter((status) => params.getAll('status').includes(status))
  const days = timeOf(params)
  return (
    <Page title={text('search.title')}>
      <div className="search-filter">
        <SearchBox
          label={text('palette.platformField')}
          value={typed}
          onChange={(q) => set({ q })}
        />
        <ChoiceMenu
          label={text('search.kind')}
          choices={kinds.map((value) => ({ value, label: nameOf(value) }))}
          chosen={wanted}
          onChange={(kind) => set({ kind })}
        />
        <ChoiceMenu
          label={text('search.status')}
          choices={statuses.map((value) => ({ value, label: text(`search.status.${value}`) }))}
          chosen={chosen}
          onChange={(status) => set({ status })}
        />
        <TimeChoice
          label={text('search.made')}
          days={days}
          onChange={(next) => set({ days: next })}
        />
      </div>
      {isSearchable(typed) ? (
        <Results
          key={params.toString()}
          typed={typed}
          kinds={wanted.length > 0 ? wanted : kinds}
          statuses={chosen}
          days={days === 'any' ? undefined : Number(days)}
        />
      ) : (
        <Empty title={text('search.idle')} icon="search">
          {text('search.platformIdle')}
        </Empty>
      )}
    </Page>
  )
}

interface ResultsProps {
  typed: string
  kinds: readonly Kind[]
  statuses: NonNullable<Narrowed['statuses']>
  days: number | undefined
}

function Results({ typed, kinds: wanted, statuses: chosen, days }: ResultsProps) {
  const rights = useRights()
  const [most, setMost] = useState(step)
  // By the hour: the cache key must not change while the page is read.
  const [hour] = useState(() => Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const since = days === undefined ? undefined : hour - days * dayMs
  const narrowed = { statuses: chosen, since }
  const { organizations, users, all, found: people } = usePlatformHits(typed, true, most, narrowed)
  const found = useSettingsHits(typed, rights, maxHits)
  // A setting is neither locked nor made on some day.
  const isOfAccounts = chosen.length > 0 || since !== undefined
  const settings = found.map(({ label, where, to }) => ({
    label,
    note: where,
    icon: 'settings' as const,
    to,
  }))
  const groups = {
    organizations,
    users,
    settings: isOfAccounts
      ? { hits: [], total: 0 }
      : { hits: settings.slice(0, most), total: settings.length },
  }
  const shown = wanted.filter((kind) => groups[kind].hits.length > 0)
  return (
    <Answer query={all}>
      {() => (
        <Answer query={people}>
          {() =>
            shown.length === 0 ? (
              <Empty title={text('search.nothing', { value: defangText(typed) })} icon="search" />
            ) : (
              shown.map((kind) => (
                <ResultGroup
                  key={kind}
                  title={nameOf(kind)}
                  {...groups[kind]}
                  typed={typed}
                  onMore={most < maxHits ? () => setMost(Math.min(maxHits, most * 2)) : undefined}
                />
              ))
            )
          }
        </Answer>
      )}
    </Answer>
  )
}
