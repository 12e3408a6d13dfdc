import type { Worker } from '@assay/contract'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterChips } from '../list/filter-chips.tsx'
import { matchesAll } from '../list/filters.ts'
import { NoMatch } from '../list/list-table.tsx'
import { useList } from '../list/use-list.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { counted, text } from '../texts/index.ts'
import { Page } from '../ui/page.tsx'
import { Answer, Empty, Failed } from '../ui/states.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { noHealth } from './health.ts'
import { catalogueList } from './list.ts'
import { type Kind, useHealth, useNotEnabled, useWorkers } from './use-catalogue.ts'
import { WorkerCard } from './worker-card.tsx'
import { WorkerDrawer } from './worker-drawer.tsx'
import './catalogue.css'

export function CataloguePage() {
  const { params, set } = useSearch()
  const kind: Kind = params.get('kind') === 'responder' ? 'responder' : 'analyzer'
  const workers = useWorkers()
  const opened = [...(workers.analyzer.data ?? []), ...(workers.responder.data ?? [])].find(
    ({ id }) => id === params.get('worker'),
  )
  return (
    <Page title={text('catalogue.title')}>
      <Tabs
        label={text('catalogue.kinds')}
        tabs={(['analyzer', 'responder'] as const).map((one) => ({
          to: `/catalogue?kind=${one}`,
          label: text(`catalogue.${one}s`),
          count: workers[one].data?.length,
          isCurrent: one === kind,
        }))}
      />
      <Answer query={workers[kind]}>{(list) => <Workers kind={kind} workers={list} />}</Answer>
      {opened && <WorkerDrawer worker={opened} onClose={() => set({ worker: undefined })} />}
    </Page>
  )
}

function Workers({ kind, workers }: { kind: Kind; workers: readonly Worker[] }) {
  const { set } = useSearch()
  const health = useHealth(kind)
  const list = useList(catalogueList)
  const healthFor = ({ id }: Worker) => health.data && (health.data.get(id) ?? noHealth)
  const rows = workers.map((worker) => ({ worker, grade: (healthFor(worker) ?? noHealth).grade }))
  const shown = rows.filter((row) => matchesAll(catalogueList.filters, list.values, row))
  if (workers.length === 0) return <NoneEnabled kind={kind} />
  return (
    <>
      <FilterBar list={list} rows={rows} />
      <FilterChips list={list} />
      {health.isError && <Failed error={health.error} onRetry={() => void health.refetch()} />}
      {shown.length === 0 && <NoMatch list={list} />}
      <ul className="worker-cards">
        {shown.map(({ worker }) => (
          <WorkerCard
            key={worker.id}
            worker={worker}
            health={healthFor(worker)}
            onOpen={() => set({ worker: worker.id })}
          />
        ))}
      </ul>
      <MoreToEnable kind={kind} workers={workers} />
    </>
  )
}

function NoneEnabled({ kind }: { kind: Kind }) {
  const { administer } = useRights()
  return (
    <Empty
      title={text(`catalogue.noneEnabled.${kind}`)}
      icon="catalogue"
      action={administer && <EnableLink kind={kind} isButton />}
    >
      {text(administer ? 'catalogue.enableHint' : 'catalogue.askHint')}
    </Empty>
  )
}

function MoreToEnable({ kind, workers }: { kind: Kind; workers: readonly Worker[] }) {
  const { administer } = useRights()
  const { data: count = 0 } = useNotEnabled(kind, workers, administer)
  if (count === 0) return null
  return (
    <p className="more-to-enable muted">
      {counted('catalogue.notEnabled', count)} <EnableLink kind={kind} />
    </p>
  )
}

function EnableLink({ kind, isButton }: { kind: Kind; isButton?: boolean }) {
  const { user } = useSession()
  const to =
    kind === 'analyzer'
      ? path`/org/${user.organization}/analyzers`
      : path`/org/${user.organization}/responders`
  return (
    <Link to={to} className={isButton ? 'button button-primary' : undefined}>
      {text(`catalogue.enable.${kind}`)}
    </Link>
  )
}
