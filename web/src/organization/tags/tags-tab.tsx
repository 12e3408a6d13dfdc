import type { TagV0 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'
import { useSearch } from '../../routing/place.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const perPage = 100

/** Tags come into being by being used; here they can be looked at. */
export function TagsTab() {
  const { params, set } = useSearch()
  const wanted = params.get('q') ?? ''
  const from = Math.max(0, Number(params.get('from')) || 0)
  const input = {
    range: `${from}-${from + perPage}`,
    sort: '+name',
    ...(wanted.trim()
      ? { query: { _wildcard: { _field: 'name', _value: `*${wanted.trim()}*` } } }
      : {}),
  }
  const tags = useQuery({
    queryKey: keyOf('tags', 'administered', input),
    queryFn: ({ signal }) => api.searchTags(input, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <p className="muted form-note">{text('tags.about')}</p>
      <div className="filters">
        <SearchBox
          label={text('tags.search')}
          value={wanted}
          onChange={(q) => set({ q, from: '' })}
        />
      </div>
      <Answer query={tags}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty
              title={text(wanted ? 'tags.noneMatch' : 'tags.none')}
              icon="search"
              {...(wanted
                ? { action: <Button onClick={() => set({ q: '' })}>{text('app.clearAll')}</Button> }
                : {})}
            />
          ) : (
            <>
              <Table
                caption={text('organization.tab.tags')}
                columns={columns()}
                rows={rows}
                idOf={({ _id }) => _id}
              />
              <Pager
                from={from}
                size={perPage}
                total={total}
                onGo={(next) => set({ from: next ? String(next) : '' }, { push: true })}
              />
            </>
          )
        }
      </Answer>
    </>
  )
}

/** Tags without a taxonomy carry this one. */
const freeNamespace = '_freetags_'

const columns = (): Column<TagV0>[] => [
  {
    key: 'name',
    label: text('tags.name'),
    isHeader: true,
    isWide: true,
    cell: ({ name, colour }) => (
      <span className="tag-name">
        <span className="tag-colour" style={{ backgroundColor: colour }} aria-hidden="true" />
        {name}
      </span>
    ),
  },
  {
    key: 'namespace',
    label: text('tags.namespace'),
    cell: ({ namespace }) =>
      namespace === freeNamespace ? (
        <span className="muted">{text('tags.free')}</span>
      ) : (
        <span className="value">{namespace}</span>
      ),
  },
  {
    key: 'description',
    label: text('fields.description'),
    cell: ({ description }) => description ?? <span className="muted">–</span>,
  },
]
