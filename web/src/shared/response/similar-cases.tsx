import type { SimilarCase } from '@assay/contract'
import type { ReactNode } from 'react'
import { useSearch } from '../../base/routing/location.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Pager } from '../../base/ui/pager.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { offsetIn, pageOf } from '../list/paging.ts'
import { sorted, typesOf, wanted, wishIn } from './similar.ts'
import { SimilarFilters } from './similar-filters.tsx'
import { SimilarTable } from './similar-table.tsx'
import { type SimilarOrigin, useSimilarCases } from './use-similar-cases.ts'

const pageSize = 25

interface SimilarCasesProps {
  origin: SimilarOrigin
  /** What can be done with a result other than opening it. */
  actions?: (similar: SimilarCase) => ReactNode
}

/** Cases with the same values, and why each of them is here. */
export function SimilarCases({ origin, actions }: SimilarCasesProps) {
  const { params, set } = useSearch()
  const query = useSimilarCases(origin)
  const wish = wishIn(params)
  const sort = params.get('sort') ?? '-score'
  const from = offsetIn(params, pageSize)
  return (
    <>
      <SimilarFilters
        wish={wish}
        types={typesOf(query.data ?? [])}
        onChange={(change) => set({ ...change, page: undefined })}
      />
      <Answer query={query}>
        {(found) => {
          const shown = sorted(wanted(found, wish), sort)
          if (found.length === 0)
            return (
              <NothingFound wish={wish} onAny={() => set({ status: 'any', period: undefined })} />
            )
          if (shown.length === 0)
            return (
              <NothingWanted
                count={found.length}
                onClear={() =>
                  set({ minObservables: undefined, minIocs: undefined, type: undefined })
                }
              />
            )
          return (
            <>
              <SimilarTable
                rows={shown.slice(from, from + pageSize)}
                sort={sort}
                onSort={(next) => set({ sort: next, page: undefined })}
                actions={actions}
              />
              {shown.length > pageSize && (
                <Pager
                  from={from}
                  size={pageSize}
                  total={shown.length}
                  onGo={(next) => set({ page: pageOf(next, pageSize) })}
                />
              )}
            </>
          )
        }}
      </Answer>
    </>
  )
}

function NothingFound({
  wish,
  onAny,
}: {
  wish: { status: string; period: unknown }
  onAny: () => void
}) {
  const isNarrowed = wish.status !== 'any' || wish.period !== undefined
  return (
    <Empty
      title={text(isNarrowed ? 'response.noSimilarOfKind' : 'response.noSimilar')}
      icon="case"
      action={isNarrowed && <Button onClick={onAny}>{text('response.anySimilar')}</Button>}
    >
      {text('response.similarAbout')}
    </Empty>
  )
}

const NothingWanted = ({ count, onClear }: { count: number; onClear: () => void }) => (
  <Empty
    title={text('response.noSimilarWanted')}
    icon="filter"
    action={<Button onClick={onClear}>{text('app.clearAll')}</Button>}
  >
    {counted('response.similarHidden', count)}
  </Empty>
)
