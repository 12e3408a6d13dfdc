import { type DragEvent, lazy, Suspense, useState } from 'react'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useSearch } from '../../base/routing/location.ts'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { useTitle } from '../../base/ui/page.tsx'
import { Pager } from '../../base/ui/pager.tsx'
import { Answer, Empty } from '../../base/ui/states.tsx'
import { useMedia } from '../../base/ui/use-media.ts'
import { VirtualRows } from '../../base/ui/virtual-rows.tsx'
import { dayBefore } from '../../shared/list/days.ts'
import { NoMatch } from '../../shared/list/list-table.tsx'
import { NewerRows } from '../../shared/list/newer-rows.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { AlertRowView } from './alert-row.tsx'
import { isDecided } from './alert-words.ts'
import { AlertsBulkBar } from './bulk-bar.tsx'
import type { Place } from './decision-bar.tsx'
import type { AlertFacts } from './facts.ts'
import { alertList } from './list.ts'
import { listAnswer } from './list-answer.ts'
import { Preview } from './preview.tsx'
import { TriageHead } from './triage-head.tsx'
import type { AlertRow } from './use-alert-list.ts'
import { useBoard } from './use-board.ts'
import { useTriage } from './use-triage.ts'
import { isOpenView, type View, viewIn } from './views.ts'
import '../../shared/response/response.css'
import './alerts.css'
import './triage.css'
import './alert-rows.css'
import './panels.css'
import './preview.css'

/** Opened now and then. */
const NewAlertDialog = lazy(async () => ({
  default: (await import('./new-alert-dialog.tsx')).NewAlertDialog,
}))
const DropMailDialog = lazy(async () => ({
  default: (await import('./drop-mail-dialog.tsx')).DropMailDialog,
}))

const rowHeight = 62

/** List and preview side by side; on a narrow screen the list alone, and each alert is a page. */
export function AlertsPage() {
  useTitle(text('alerts.title'))
  const { analyze } = useRights()
  const { params } = useSearch()
  const list = useList(alertList)
  const view = viewIn(params, list.values)
  const triage = useTriage(list, view)
  const selection = useSelection(list, triage.shown)
  const isWide = useMedia('(width >= 1000px)')
  const [isMaking, setMaking] = useState(false)
  const [mail, setMail] = useState<{ file?: File | undefined }>()
  const [isFiltering, setFiltering] = useState(list.isFiltered)
  const { shown, at, current, open } = triage
  const waiting = isOpenView(view) ? shown.filter((alert) => !isDecided(alert)) : []
  const total = triage.query.data?.total ?? 0
  const answer = listAnswer(
    isOpenView(view) ? (total > list.size ? total : waiting.length) : 0,
    waiting.map(({ _id }) => _id),
    triage.facts,
  )
  const before = shown[at - 1]
  const after = shown[at + 1]
  const place: Place = {
    position: at + 1,
    total: shown.length,
    onPrevious: before && (() => open(before, true)),
    onNext: after && (() => open(after, true)),
  }
  const row = (index: number) => {
    const alert = shown[index]
    if (!alert) return null
    return (
      <AlertRowView
        key={alert._id}
        alert={alert}
        facts={triage.facts.get(alert._id)}
        isCurrent={isWide && alert === current}
        isChosen={selection.ids.has(alert._id)}
        onChoose={analyze ? () => selection.toggle(alert._id) : undefined}
        onOpen={isWide ? () => open(alert) : undefined}
        onSeen={() => triage.see(index)}
      />
    )
  }
  return (
    <div className="triage">
      <section
        className="triage-list"
        aria-label={text('alerts.title')}
        {...(analyze && takeDropped((file) => setMail({ file })))}
      >
        <TriageHead
          list={list}
          view={view}
          answer={answer}
          isFiltering={isFiltering}
          onFiltering={() => setFiltering(!isFiltering)}
          onNew={analyze ? () => setMaking(true) : undefined}
          onMail={analyze ? () => setMail({}) : undefined}
        />
        <NewerRows
          message={triage.newer > 0 ? counted('alerts.newer', triage.newer) : ''}
          show={text('alerts.show')}
          className="newer-alerts"
          onShow={() => void triage.reload()}
        />
        <Answer query={triage.query}>
          {({ total }) =>
            shown.length === 0 ? (
              <Nothing
                view={view}
                list={list}
                onNew={analyze ? () => setMaking(true) : undefined}
              />
            ) : (
              <>
                <VirtualRows
                  label={text('alerts.title')}
                  className="alert-rows"
                  count={shown.length}
                  rowHeight={rowHeight}
                  row={row}
                  handle={triage.handle}
                />
                {selection.chosen.length > 0 && <AlertsBulkBar selection={selection} />}
                {total > list.size && (
                  <Pager from={list.from} size={list.size} total={total} onGo={list.goTo} />
                )}
              </>
            )
          }
        </Answer>
      </section>
      {isWide && current && (
        <Chosen
          alert={current}
          facts={triage.facts.get(current._id)}
          place={place}
          onDecided={triage.decided}
          onUndone={triage.undone}
          onChoose={analyze ? () => selection.toggle(current._id) : undefined}
        />
      )}
      <Suspense>
        {mail && <DropMailDialog first={mail.file} onClose={() => setMail(undefined)} />}
        {isMaking && <NewAlertDialog onClose={() => setMaking(false)} />}
      </Suspense>
    </div>
  )
}

/** A file that is dropped onto the list; anything else is left to the browser. */
const takeDropped = (take: (file: File) => void) => ({
  onDragOver: (event: DragEvent<HTMLElement>) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop: (event: DragEvent<HTMLElement>) => {
    const [file] = event.dataTransfer.files
    if (!file) return
    event.preventDefault()
    take(file)
  },
})

interface ChosenProps {
  alert: AlertRow
  facts: AlertFacts | undefined
  place: Place
  onDecided: (id: string) => void
  onUndone: (id: string) => void
  onChoose: (() => void) | undefined
}

function Chosen({ alert, facts, place, onDecided, onUndone, onChoose }: ChosenProps) {
  const board = useBoard({
    id: alert._id,
    place,
    before: { alert, facts },
    onDecided,
    onUndone,
    onChoose,
    onWide: () => navigate(path`/alerts/${alert._id}`),
  })
  return <Preview id={alert._id} board={board} place={place} />
}

interface NothingProps {
  view: View
  list: ReturnType<typeof useList<AlertRow>>
  onNew: (() => void) | undefined
}

/** Everything is read, the filter leaves nothing, or there is nothing at all. */
function Nothing({ view, list, onNew }: NothingProps) {
  if (list.isFiltered) return <NoMatch list={list} />
  if (isOpenView(view))
    return (
      <Empty
        title={text('alerts.allRead')}
        icon="check"
        action={
          <Link
            to={`/alerts?${new URLSearchParams({ view: 'all', after: dayBefore(new Date()) })}`}
          >
            {text('alerts.sinceYesterday')}
          </Link>
        }
      >
        {text('alerts.allReadAbout')} <Link to="/alerts?view=all">{text('alerts.showAll')}</Link>
      </Empty>
    )
  return (
    <Empty
      title={text('alerts.none')}
      icon="bell"
      action={onNew && <Button onClick={onNew}>{text('alerts.new')}</Button>}
    >
      {text('alerts.noneAbout')}
    </Empty>
  )
}
