import type { ValueName } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Segments } from '../../base/ui/segments.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { RelationGraph } from './graph.tsx'
import { fewest, withoutProperties } from './layout.ts'
import { RelationList } from './list.tsx'

/** What the value was found in and leads to. */
export function RelationsPanel({ subject }: { subject: ValueName }) {
  const [view, setView] = useState<'graph' | 'list'>('graph')
  const relations = useQuery({
    queryKey: keyOf('value', subject, 'relations'),
    // Not canceled, as in the answer beside it: the page is drawn anew while its parts are loaded.
    queryFn: () => api.valueRelations({ ...subject, depth: 2, limit: 60 }),
    staleTime: 10_000,
  })
  const shown = useMemo(() => relations.data && withoutProperties(relations.data), [relations.data])
  const drawn = useMemo(() => shown && fewest(shown), [shown])
  const count = (shown?.nodes.length ?? 1) - 1
  const undrawn = count + 1 - (drawn?.nodes.length ?? 0)
  return (
    <section className="panel value-panel value-relations" data-view={view}>
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
          !shown || !drawn || shown.nodes.length <= 1 ? (
            <p className="muted">{text('value.noRelations')}</p>
          ) : (
            <>
              <RelationGraph relations={drawn} />
              <RelationList relations={shown} />
              {undrawn > 0 && view === 'graph' && (
                <p className="muted value-undrawn">{counted('value.moreInList', undrawn)}</p>
              )}
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
