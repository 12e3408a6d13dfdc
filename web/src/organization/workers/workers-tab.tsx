import { useState } from 'react'
import { FilterBar } from '../../list/filter-bar.tsx'
import { useList } from '../../list/use-list.ts'
import { WholeList } from '../../list/whole-list.tsx'
import { useSearch } from '../../routing/location.ts'
import { counted, text } from '../../texts/index.ts'
import { Answer, Empty } from '../../ui/states.tsx'
import { useSharedConfigs } from '../configuration/use-shared-configs.ts'
import type { Kind } from '../kinds.ts'
import { DisableDialog } from './disable-dialog.tsx'
import { workerLists } from './list.ts'
import { NodeCounts } from './node-counts.tsx'
import { RefreshButton } from './refresh-button.tsx'
import { SandboxNotice } from './sandbox-notice.tsx'
import { SwitchDialog } from './switch-dialog.tsx'
import { useDefinitions, useEnabledWorkers } from './use-workers.ts'
import { type WorkerTask, workerColumns } from './worker-columns.tsx'
import { WorkerDrawer } from './worker-drawer.tsx'
import { countOf, type WorkerRow, workerRows } from './worker-rows.ts'

/** Everything that the catalogue offers, and what of it is enabled. */
export function WorkersTab({ kind }: { kind: Kind }) {
  const { params, set } = useSearch()
  const definitions = useDefinitions(kind)
  const workers = useEnabledWorkers(kind)
  const shared = useSharedConfigs(kind)
  const [open, setOpen] = useState<{ task: WorkerTask; row: WorkerRow }>()
  const list = useList(workerLists[kind])
  const rows = workerRows(definitions.data ?? [], workers.data ?? [], shared.data ?? [])
  // Other screens lead here with the id of a worker to be configured.
  const edited = rows.find(({ worker }) => worker && worker.id === params.get('edit'))
  return (
    <>
      <SandboxNotice
        isRelevant={definitions.data?.some(({ runners }) => runners.includes('process')) ?? false}
      />
      <FilterBar list={list} rows={rows}>
        {workers.data && (
          <span className="muted">
            {counted('workers.summary', rows.length, {
              enabled: countOf(rows, 'enabled'),
              obsolete: countOf(rows, 'obsolete'),
            })}
          </span>
        )}
        <span className="filters-end">
          <NodeCounts />
          <RefreshButton kind={kind} />
        </span>
      </FilterBar>
      <Answer query={definitions}>
        {() => (
          <Answer query={workers}>
            {() => (
              <WholeList
                list={list}
                rows={rows}
                caption={text(`workers.title.${kind}`)}
                columns={workerColumns({
                  kind,
                  onTask: (task, row) => setOpen({ task, row }),
                  onEdit: ({ id }) => set({ edit: id }, { push: true }),
                })}
                none={
                  <Empty title={text('workers.none')} icon="catalogue">
                    {text('workers.noneAbout')}
                  </Empty>
                }
              />
            )}
          </Answer>
        )}
      </Answer>
      {edited && (
        <WorkerDrawer
          kind={kind}
          definition={edited.definition}
          workerId={edited.id}
          name={edited.name}
          onClose={() => set({ edit: '' })}
        />
      )}
      {open && <TaskDialog kind={kind} {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

interface TaskDialogProps {
  kind: Kind
  task: WorkerTask
  row: WorkerRow
  onClose: () => void
}

function TaskDialog({ kind, task, row, onClose }: TaskDialogProps) {
  if (task === 'enable')
    return (
      <WorkerDrawer
        kind={kind}
        definition={row.definition}
        workerId={undefined}
        name={row.definition?.id ?? row.name}
        onClose={onClose}
      />
    )
  if (!row.worker) return null
  return task === 'disable' ? (
    <DisableDialog kind={kind} worker={row.worker} onClose={onClose} />
  ) : (
    <SwitchDialog kind={kind} worker={row.worker} onClose={onClose} />
  )
}
