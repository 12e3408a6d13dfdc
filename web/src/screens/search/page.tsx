import './search.css'
import { detect, type VerdictLevel } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { navigate, useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { ChoiceMenu } from '../../base/ui/choice-menu.tsx'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page } from '../../base/ui/page.tsx'
import { SearchBox } from '../../base/ui/search-box.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { TimeRange } from '../../shared/list/time-range.tsx'
import { hitGroups, hitKinds } from './hits.ts'
import { PlatformSearch } from './platform-search.tsx'
import { ResultGroup } from './result-group.tsx'
import { searchAnswer } from './search-answer.ts'
import { timesOf } from './times.ts'
import { isSearchable, type SearchInput } from './use-search.ts'

const levels: readonly VerdictLevel[] = ['malicious', 'suspicious', 'safe', 'none']
const step = 20
const maxHits = 100

/** All that fits a text, of what the reader may see. */
export const SearchPage = () => (useRights().read ? <WorkSearch /> : <PlatformSearch />)

/** What narrows it down is in the address. */
function WorkSearch() {
  const { params, set } = useSearch()
  const typed = params.get('q') ?? ''
  const kinds = hitKinds.filter((kind) => params.getAll('kind').includes(kind))
  const wanted = levels.filter((level) => params.getAll('level').includes(level))
  return (
    <Page title={text('search.title')}>
      <div className="search-filter">
        <SearchBox label={text('search.field')} value={typed} onChange={(q) => set({ q })} />
        <ChoiceMenu
          label={text('search.kind')}
          choices={hitKinds.map((value) => ({ value, label: text(`search.${value}`) }))}
          chosen={kinds}
          onChange={(kind) => set({ kind })}
        />
        <ChoiceMenu
          label={text('search.verdict')}
          choices={levels.map((value) => ({ value, label: text(`verdict.${value}`) }))}
          chosen={wanted}
          onChange={(level) => set({ level })}
        />
        <TimeRange
          label={text('search.time')}
          params={params}
          onChange={(change) => set({ ...change, days: undefined })}
        />
      </div>
      {isSearchable(typed) || wanted.length > 0 ? (
        <Results
          key={params.toString()}
          typed={typed}
          narrowed={{
            ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
            ...(wanted.length > 0 ? { level: [...wanted] } : {}),
          }}
          params={params}
        />
      ) : (
        <Empty title={text('search.idle')} icon="search">
          {text('search.idleAbout')}
        </Empty>
      )}
    </Page>
  )
}

interface ResultsProps {
  typed: string
  narrowed: Pick<SearchInput, 'kinds' | 'level'>
  params: URLSearchParams
}

function Results({ typed, narrowed, params }: ResultsProps) {
  const [most, setMost] = useState(step)
  // By the hour: the cache key must not change while the page is read.
  const [hour] = useState(() => Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const input: SearchInput = {
    text: typed.slice(0, 500),
    range: `0-${most}`,
    ...narrowed,
    ...timesOf(params, hour),
  }
  const query = useQuery({
    queryKey: keyOf('search', input),
    queryFn: ({ signal }) => api.searchEverything(input, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Answer query={query}>
      {(found) => {
        const groups = hitGroups(found, typed)
        if (groups.length === 0) return <NeverSeen typed={typed} />
        return (
          <>
            <p className="search-answer">{searchAnswer(groups, typed)}</p>
            {groups.map((group) => (
              <ResultGroup
                key={group.kind}
                title={text(`search.${group.kind}`)}
                list={group.kind === 'values' ? listOf(params) : undefined}
                total={group.total}
                hits={group.hits}
                typed={typed}
                onMore={most < maxHits ? () => setMost(Math.min(maxHits, most * 2)) : undefined}
              />
            ))}
          </>
        )
      }}
    </Answer>
  )
}

/** The list of observables with the same filters, where they can be sorted by first and last seen. */
function listOf(params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => ['q', 'level', 'from', 'until'].includes(name))
  return `/observables?${new URLSearchParams(kept)}`
}

/** The only next step for an unknown value. */
function NeverSeen({ typed }: { typed: string }) {
  const { analyze } = useRights()
  const found = detect(typed)
  const isValue = found.dataType !== 'other'
  return (
    <Empty
      title={text(isValue ? 'search.neverSeen' : 'search.nothing', { value: defangText(typed) })}
      icon="search"
      action={
        analyze && isValue ? (
          <Button
            kind="primary"
            icon="play"
            onClick={() => navigate(valuePath({ dataType: found.dataType, data: found.value }))}
          >
            {text('search.openValue')}
          </Button>
        ) : undefined
      }
    />
  )
}
