import './search.css'
import { detect, type VerdictLevel } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { keyOf } from '../data/keys.ts'
import { defangText } from '../model/defang.ts'
import { Link } from '../routing/link.tsx'
import { navigate, useSearch } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { counted, formatNumber, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { Icon } from '../ui/icons.tsx'
import { valuePath } from '../ui/observable.tsx'
import { Page } from '../ui/page.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { Segments } from '../ui/segments.tsx'
import { Answer, Empty } from '../ui/states.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'
import { type Hit, type HitGroup, hitGroups, hitKinds } from './hits.ts'
import { Marked } from './marked.tsx'
import { isSearchable, type SearchInput } from './use-search.ts'

const levels: readonly VerdictLevel[] = ['malicious', 'suspicious', 'safe', 'none']
const times = ['any', '1', '7', '30'] as const
const dayMs = 86_400_000
const step = 20
const maxHits = 100

/** All that fits a text; what narrows it down is in the address. */
export function SearchPage() {
  const { params, set } = useSearch()
  const typed = params.get('q') ?? ''
  const kinds = hitKinds.filter((kind) => params.getAll('kind').includes(kind))
  const wanted = levels.filter((level) => params.getAll('level').includes(level))
  const days = times.find((one) => one === params.get('days')) ?? 'any'
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
        <Segments
          label={text('search.time')}
          value={days}
          onChange={(next) => set({ days: next === 'any' ? undefined : next })}
          options={times.map((value) => ({
            value,
            label: value === 'any' ? text('search.anyTime') : counted('search.days', Number(value)),
          }))}
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
          days={days === 'any' ? undefined : Number(days)}
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
  days: number | undefined
}

function Results({ typed, narrowed, days }: ResultsProps) {
  const [most, setMost] = useState(step)
  // By the hour: the key of the answer must not change while somebody reads.
  const [hour] = useState(() => Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const input: SearchInput = {
    text: typed.slice(0, 500),
    range: `0-${most}`,
    ...narrowed,
    ...(days === undefined ? {} : { since: hour - days * dayMs }),
  }
  const query = useQuery({
    queryKey: keyOf('search', input),
    queryFn: ({ signal }) => api.searchEverything(input, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <Answer query={query}>
      {(found) => {
        const groups = hitGroups(found, Date.now(), typed)
        if (groups.length === 0) return <NeverSeen typed={typed} />
        return groups.map((group) => (
          <Group
            key={group.kind}
            group={group}
            typed={typed}
            onMore={most < maxHits ? () => setMost(Math.min(maxHits, most * 2)) : undefined}
          />
        ))
      }}
    </Answer>
  )
}

interface GroupProps {
  group: HitGroup
  typed: string
  onMore: (() => void) | undefined
}

function Group({ group, typed, onMore }: GroupProps) {
  const { kind, total, hits } = group
  return (
    <section className="panel search-group" aria-label={text(`search.${kind}`)}>
      <div className="panel-head">
        <h2>
          {text(`search.${kind}`)} <span className="tab-count">{formatNumber(total)}</span>
        </h2>
      </div>
      <ul>
        {hits.map((hit) => (
          <HitRow key={hit.id} hit={hit} typed={typed} />
        ))}
      </ul>
      {total > hits.length &&
        (onMore ? (
          <Button size="small" onClick={onMore}>
            {text('search.more')}
          </Button>
        ) : (
          <p className="muted">{counted('search.narrow', total - hits.length)}</p>
        ))}
    </section>
  )
}

const HitRow = ({ hit, typed }: { hit: Hit; typed: string }) => (
  <li className="search-hit">
    {hit.level === undefined ? (
      <Icon name={hit.icon} />
    ) : (
      <VerdictMark level={hit.level} isPlain isShort />
    )}
    <Link to={hit.to} className={hit.kind === 'values' ? 'value' : undefined}>
      <Marked label={hit.label} typed={typed} />
    </Link>
    <span className="search-note">{hit.note}</span>
  </li>
)

/** The one next step of a value that nobody has seen. */
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
