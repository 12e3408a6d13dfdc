import type { ValueName } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Segments } from '../../base/ui/segments.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { RelationGraph } from './graph.tsx'
import { RelationList } from './list.tsx'

/** What the value was found in and leads to. */
export function RelationsPanel({ subject }: { subject: ValueName }) {
  const [view, setView] = useState<'graph' | 'list'>('graph')
  const relations = useQuery({
    queryKey: keyOf('value', subject, 'relations'),
    queryFn: ({ signal }) => api.valueRelations({ ...subject, depth: 2, limit: 60 }, { signal }),
    staleTime: 10_000,
  })
  const count = (relations.data?.nodes.length ?? 1) - 1
  return (
    <section className="panel value-panel" data-view={view}>
      <div className="panel-head">
        <h2>
          {text('value.relations')} {count > 0 && <span className="tab-count">{count}</span>}
        </h2>
        {count > 0 && (
          <Segments
            label={text('value.relationsAs')}
            value={view}
            onChange={setView}
            options={[
              { value: 'graph', label: text('value.asGraph') },
              { value: 'list', label: text('value.asList') },
            ]}
          />
        )}
      </div>
      <Answer query={relations}>
        {(found) =>
          found.nodes.length <= 1 ? (
            <p className="muted">{text('value.noRelations')}</p>
          ) : (
            <>
              <RelationGraph relations={found} />
              <RelationList relations={found} />
              {found.left > 0 && (
                <p className="muted">{counted('value.moreRelations', found.left)}</p>
              )}
            </>
          )
        }
      </Answer>
    </section>
  )
}
