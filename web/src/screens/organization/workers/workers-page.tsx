import { useAnalyzers, useResponders } from '../../../base/data/workers.ts'
import { Link } from '../../../base/routing/link.tsx'
import { workersPath } from '../../../base/routing/settings-path.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Page } from '../../../base/ui/page.tsx'
import { Answer, Empty, Missing } from '../../../base/ui/states.tsx'
import { ConfigPanel } from '../configuration/config-panel.tsx'
import { useSharedConfigs } from '../configuration/use-shared-configs.ts'
import type { Kind } from '../kinds.ts'
import { RefreshButton } from './refresh-button.tsx'
import { SandboxNotice } from './sandbox-notice.tsx'
import { useDefinitions, useEnabledWorkers } from './use-workers.ts'
import { WorkerList } from './worker-list.tsx'
import { WorkerPanel } from './worker-panel.tsx'
import { enabledRows, findRow, type WorkerRow, workerRows } from './worker-rows.ts'

interface WorkersPageProps {
  kind: Kind
  /** Id of what is open next to the list; `all` is what all of them share. */
  item: string | undefined
}

/** Everything that the catalog offers; analysts see what is enabled. */
export function WorkersPage({ kind, item }: WorkersPageProps) {
  const { administer } = useRights()
  return administer ? (
    <AdministeredPage kind={kind} item={item} />
  ) : (
    <ReadPage kind={kind} item={item} />
  )
}

function AdministeredPage({ kind, item }: WorkersPageProps) {
  const definitions = useDefinitions(kind)
  const workers = useEnabledWorkers(kind)
  const shared = useSharedConfigs(kind)
  const rows = workerRows(definitions.data ?? [], workers.data ?? [], shared.data ?? [])
  const on = rows.filter(({ worker }) => worker).length
  return (
    <Page
      title={text(`place.${kind}s`)}
      heading={
        <>
          {text(`place.${kind}s`)}
          {workers.data && (
            <span className="count">{text('workers.onOf', { on, count: rows.length })}</span>
          )}
        </>
      }
      actions={<RefreshButton kind={kind} />}
    >
      <SandboxNotice
        isRelevant={definitions.data?.some(({ runners }) => runners.includes('process')) ?? false}
      />
      <Answer query={definitions}>
        {() => (
          <Answer query={workers}>{() => <Beside kind={kind} item={item} rows={rows} />}</Answer>
        )}
      </Answer>
    </Page>
  )
}

function ReadPage({ kind, item }: WorkersPageProps) {
  const isAnalyzer = kind === 'analyzer'
  const analyzers = useAnalyzers(isAnalyzer)
  const responders = useResponders(!isAnalyzer)
  return (
    <Page title={text(`place.${kind}s`)}>
      <p className="muted form-note">{text('workers.readOnly')}</p>
      <Answer query={isAnalyzer ? analyzers : responders}>
        {(workers) => <Beside kind={kind} item={item} rows={enabledRows(workers)} />}
      </Answer>
    </Page>
  )
}

/** The list, and next to it what is open; on narrow screens, one or the other. */
function Beside({ kind, item, rows }: WorkersPageProps & { rows: readonly WorkerRow[] }) {
  const { administer } = useRights()
  const open = item === undefined ? undefined : findRow(rows, item)
  if (rows.length === 0)
    return (
      <Empty title={text(administer ? 'workers.none' : `workers.noneOn.${kind}`)} icon="catalogue">
        {text(administer ? 'workers.noneAbout' : 'workers.noneOnAbout')}
      </Empty>
    )
  return (
    <div className="beside" data-open={item !== undefined || undefined}>
      <WorkerList kind={kind} rows={rows} current={open?.id ?? item} />
      {item !== undefined && (
        <div className="beside-panel">
          <p className="beside-back">
            <Link to={workersPath(kind)}>{text(`place.${kind}s`)}</Link>
          </p>
          {item === 'all' && administer ? (
            <ConfigPanel kind={kind} />
          ) : open ? (
            <WorkerPanel key={open.id} kind={kind} row={open} rows={rows} />
          ) : (
            <Missing
              what={text(`workers.what.${kind}`)}
              id={item}
              list={<Link to={workersPath(kind)}>{text(`place.${kind}s`)}</Link>}
            />
          )}
        </div>
      )}
    </div>
  )
}
