import './investigation.css'
import type { Investigation } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useSearch } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Pager } from '../../base/ui/pager.tsx'
import { SearchBox } from '../../base/ui/search-box.tsx'
import { Segments } from '../../base/ui/segments.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { type Column, Table } from '../../base/ui/table.tsx'
import { Time } from '../../base/ui/time.tsx'
import { useRowKeys } from '../../base/ui/use-row-keys.ts'
import { TallyStrip, TallyWords } from './tally.tsx'

const pageSize = 30

/** Investigations of the organization: name, what they came to, who and when. */
export function InvestigationsPage() {
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const typed = params.get('q') ?? ''
  const mine = params.get('who') === 'me'
  const from = Math.max(0, Number(params.get('from')) || 0)
  const sort = params.get('sort') ?? '-createdAt'
  const search = {
    range: `${from}-${from + pageSize}`,
    sort,
    ...(typed === '' ? {} : { text: typed }),
    ...(mine ? { mine } : {}),
  }
  const query = useQuery({
    queryKey: keyOf('investigations', search),
    queryFn: ({ signal }) => api.listInvestigations(search, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })
  const current = useRowKeys({
    ids: query.data?.rows.map(({ id }) => id) ?? [],
    onOpen: (id) => navigate(path`/investigations/${id}`),
    onFilter: () => document.querySelector<HTMLElement>('.inv-filter input[type=search]')?.focus(),
  })
  const start = analyze && (
    <Button kind="primary" icon="plus" onClick={() => navigate('/new')}>
      {text('investigation.new')}
    </Button>
  )
  return (
    <Page title={text('investigation.list')} actions={start}>
      <div className="inv-filter">
        <Segments
          label={text('investigation.whose')}
          value={mine ? 'me' : 'all'}
          onChange={(who) => set({ who: who === 'me' ? 'me' : undefined, from: undefined })}
          options={[
            { value: 'all', label: text('investigation.anyOwner') },
            { value: 'me', label: text('investigation.mine') },
          ]}
        />
        <SearchBox
          label={text('investigation.find')}
          value={typed}
          onChange={(q) => set({ q, from: undefined })}
        />
      </div>
      <Answer query={query}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            typed === '' && !mine ? (
              <Empty title={text('investigation.none')} icon="observable" action={start}>
                {text('investigation.noneAbout')}
              </Empty>
            ) : (
              <Empty
                title={text('investigation.noneFound')}
                icon="search"
                action={
                  <Button onClick={() => set({ q: '', who: undefined })}>
                    {text('investigation.clearFilter')}
                  </Button>
                }
              />
            )
          ) : (
            <>
              <Table
                caption={text('investigation.list')}
                columns={columns()}
                rows={rows}
                idOf={({ id }) => id}
                sort={sort.startsWith('-') ? sort : `+${sort}`}
                onSort={(next) => set({ sort: next.replace('+', ''), from: undefined })}
                currentId={current}
                onRowPress={({ id }) => navigate(path`/investigations/${id}`)}
              />
              {total > pageSize && (
                <Pager
                  from={from}
                  size={pageSize}
                  total={total}
                  onGo={(next) => set({ from: next === 0 ? undefined : String(next) })}
                />
              )}
            </>
          )
        }
      </Answer>
    </Page>
  )
}

const columns = (): Column<Investigation>[] => [
  {
    key: 'name',
    label: text('investigation.name'),
    isSortable: true,
    isHeader: true,
    isWide: true,
    cell: ({ id, name }) => <Link to={path`/investigations/${id}`}>{defangText(name)}</Link>,
  },
  {
    key: 'tally',
    label: text('investigation.found.column'),
    className: 'inv-list-tally',
    cell: ({ tally }) => (
      <>
        <TallyStrip tally={tally} />
        <TallyWords tally={tally} />
      </>
    ),
  },
  { key: 'createdBy', label: text('investigation.who'), cell: ({ createdBy }) => createdBy },
  {
    key: 'createdAt',
    label: text('investigation.when'),
    isSortable: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    key: 'cases',
    label: text('investigation.cases'),
    cell: ({ cases }) =>
      cases.length === 0 ? (
        <span className="muted">{text('investigation.noCase')}</span>
      ) : (
        <>
          {cases.slice(0, 3).map((one, index) => (
            <span key={one.id}>
              {index > 0 && ', '}
              <Link to={path`/cases/${one.id}`} title={defangText(one.title)}>
                #{one.number}
              </Link>
            </span>
          ))}
          {cases.length > 3 && ` ${counted('investigation.moreCases', cases.length - 3)}`}
        </>
      ),
  },
]
