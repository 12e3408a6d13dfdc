import type { ClusterNode } from '@assay/contract'
import { useState } from 'react'
import { useNodes } from '../../base/data/nodes.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Page } from '../../base/ui/page.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { WholeList } from '../../shared/list/whole-list.tsx'
import { DrainDialog } from './drain-dialog.tsx'
import { type NodeTask, nodeColumns } from './node-columns.tsx'
import { nodeList } from './node-list.ts'

/** The processes of this installation: what they offer, how busy they are, and who is silent. */
export function NodesPage() {
  const list = useList(nodeList)
  const nodes = useNodes()
  const [open, setOpen] = useState<{ task: NodeTask; node: ClusterNode }>()
  const counts = nodes.data
  return (
    <Page title={text('place.nodes')}>
      <FilterBar list={list}>
        {counts && (
          <span className="muted">
            {counted('nodes.summary', counts.alive, {
              running: counts.running,
              slots: counts.slots,
            })}
          </span>
        )}
      </FilterBar>
      <Answer query={nodes}>
        {({ nodes: rows = [] }) => (
          <WholeList
            list={list}
            rows={rows}
            caption={text('place.nodes')}
            columns={nodeColumns((task, node) => setOpen({ task, node }))}
            none={
              <Empty title={text('nodes.none')} icon="system">
                {text('nodes.noneAbout')}
              </Empty>
            }
          />
        )}
      </Answer>
      {open && (
        <DrainDialog {...open} isLast={counts?.alive === 1} onClose={() => setOpen(undefined)} />
      )}
    </Page>
  )
}
