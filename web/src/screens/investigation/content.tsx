import type { InvestigationRelations } from '@assay/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { ByVerdict, type VerdictViewProps } from './by-verdict.tsx'
import type { View } from './filter-bar.tsx'
import { Graph } from './graph.tsx'
import type { Filter } from './groups.ts'
import { Matrix } from './matrix.tsx'

interface ContentProps extends VerdictViewProps {
  /** Of the investigation, whatever the filter. */
  total: number
  view: View
  filter: Filter
  relations: UseQueryResult<InvestigationRelations>
  onShowAll: () => void
}

/** The values in one of the three views, or why there are none. */
export function Content({ total, view, filter, relations, onShowAll, ...shown }: ContentProps) {
  if (total === 0)
    return (
      <Empty title={text('investigation.empty')} icon="search">
        {text('investigation.emptyAbout')}
      </Empty>
    )
  if (view === 'graph')
    return (
      <Answer query={relations}>
        {(known) =>
          known.nodes.length === 0 ? (
            <Empty title={text('investigation.noRelations')} icon="link">
              {text('investigation.noRelationsAbout')}
            </Empty>
          ) : (
            <Graph relations={known} />
          )
        }
      </Answer>
    )
  if (shown.values.length === 0)
    return (
      <Empty
        title={text(isPlain(filter) ? 'investigation.nothingBad' : 'investigation.noMatch')}
        icon="search"
        action={<Button onClick={onShowAll}>{counted('investigation.showAll', total)}</Button>}
      />
    )
  return view === 'matrix' ? <Matrix {...shown} /> : <ByVerdict {...shown} />
}

const isPlain = ({ typed, types, analyzers, failed }: Filter) =>
  typed === '' && types.length === 0 && analyzers.length === 0 && !failed
