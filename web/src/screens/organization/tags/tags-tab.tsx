import type { TagV0 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { Empty } from '../../../base/ui/states.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import type { ListDeclaration } from '../../../shared/list/declaration.ts'
import { FilterBar } from '../../../shared/list/filter-bar.tsx'
import { conditionOf, searchFilter } from '../../../shared/list/filters.ts'
import { ListTable } from '../../../shared/list/list-table.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useSelection } from '../../../shared/list/use-selection.ts'

const tagList: ListDeclaration<TagV0> = {
  idOf: ({ _id }) => _id,
  pageSizes: [100],
  texts: { noMatch: 'tags.noneMatch' },
  filters: [
    searchFilter('tags.search', {
      query: ([wanted = '']) => ({
        _wildcard: { _field: 'name', _value: `*${wanted.trim()}*` },
      }),
    }),
  ],
}

/** Tags come into being by being used; here they can be looked at. */
export function TagsTab() {
  const list = useList(tagList)
  const query = conditionOf(tagList.filters, list.values)
  const input = {
    range: `${list.from}-${list.from + list.size}`,
    sort: '+name',
    ...(query && { query }),
  }
  const tags = useQuery({
    queryKey: keyOf('tags', 'administered', input),
    queryFn: ({ signal }) => api.searchTags(input, { signal }),
    placeholderData: (previous) => previous,
  })
  return (
    <>
      <p className="muted form-note">{text('tags.about')}</p>
      <FilterBar list={list} />
      <ListTable
        list={list}
        query={tags}
        selection={useSelection(list, tags.data?.rows ?? [])}
        caption={text('organization.tab.tags')}
        columns={columns()}
        none={<Empty title={text('tags.none')} icon="search" />}
      />
    </>
  )
}

/** Tags without a taxonomy use this one. */
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
    cell: ({ description }) => description ?? <Nothing />,
  },
]
