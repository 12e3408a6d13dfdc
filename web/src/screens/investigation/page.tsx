import './investigation.css'
import './groups.css'
import './matrix.css'
import './graph.css'
import type { InvestigationDetail } from '@assay/contract'
import { useEffect, useRef, useState } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useSearch } from '../../base/routing/location.ts'
import type { ScreenProps } from '../../base/routing/screen.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { text } from '../../base/texts/index.ts'
import { announce } from '../../base/ui/announcer.tsx'
import { Button } from '../../base/ui/button.tsx'
import { nextRow } from '../../base/ui/next-row.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Answer, isMissing, Missing } from '../../base/ui/states.tsx'
import { toggled } from '../../base/ui/table.tsx'
import { useLetterKeys } from '../../base/ui/use-letter-keys.ts'
import { useMedia } from '../../base/ui/use-media.ts'
import { useRowKeys } from '../../base/ui/use-row-keys.ts'
import { sendingsOf, useSendingVersion } from '../analysis/sending.ts'
import { ReportDrawer } from '../value/report-drawer.tsx'
import '../value/value.css'
import { AddToCase } from './add-to-case.tsx'
import { Content } from './content.tsx'
import { isRunning, useInvestigation, useRelations } from './data.ts'
import { failedBesides } from './failed.ts'
import { FailuresLine } from './failures-line.tsx'
import { FilterBar, type View, views } from './filter-bar.tsx'
import { FoundPanel, unseenIn } from './found-panel.tsx'
import { type Entered, enterGroups, filtered, inOrderOfEntry, isInteresting } from './groups.ts'
import { HeadActions, HeadLine, Refused } from './head.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { Respond } from './respond.tsx'
import { shownValueOf } from './shown.ts'
import { TallyStrip, TallyWords } from './tally.tsx'
import { useRun } from './use-run.tsx'

/** Many values at once, sorted by what needs a person. */
export function InvestigationPage({ params: { id = '' } }: ScreenProps) {
  const query = useInvestigation(id)
  const list = <Link to="/investigations">{text('investigation.all')}</Link>
  if (isMissing(query.error))
    return (
      <Page title={text('investigation.title')} back={list}>
        <Missing what={text('investigation.this')} id={id} list={list} />
        {query.data && <LastValues investigation={query.data} />}
      </Page>
    )
  if (query.data) return <Investigation key={id} investigation={query.data} />
  return (
    <Page title={text('investigation.title')} back={list}>
      <Answer
        query={query}
        missing={<Missing what={text('investigation.this')} id={id} list={list} />}
      >
        {() => null}
      </Answer>
    </Page>
  )
}

/** It was deleted while it was shown: what is known about its values is still there. */
const LastValues = ({ investigation }: { investigation: InvestigationDetail }) => (
  <section className="panel">
    <h2>{text('investigation.itsValues')}</h2>
    <ul className="inv-chips">
      {investigation.values.slice(0, maxLast).map((value) => (
        <li key={value.key}>
          <Link to={valuePath(value)} className="inv-chip">
            <span className="value">{shownValueOf(value)}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)

const maxLast = 200

function Investigation({ investigation }: { investigation: InvestigationDetail }) {
  const { id, name, tlp, values, jobs } = investigation
  const { user } = useSession()
  const owner = `${user.organization}/${user.id}`
  const { analyze } = useRights()
  const { params, set } = useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'case' | 'rename' | 'respond'>()
  useSendingVersion()
  const sendings = sendingsOf(id, owner)
  const isBusy = isRunning(investigation) || sendings.some(({ sender }) => sender.isBusy())

  // A table of many columns and a drawing say nothing on a phone.
  const isNarrow = useMedia('(width < 720px)')
  const view = views.find((one) => !isNarrow && one === params.get('view')) ?? 'verdict'
  const all = params.get('show') === 'all'
  const filter = {
    all,
    failed: params.get('show') === 'failed',
    typed: params.get('q') ?? '',
    types: params.getAll('type'),
    analyzers: params.getAll('analyzer'),
  }
  const entered = useRef<Entered>(new Map())
  entered.current = enterGroups(values, entered.current)
  const shown = inOrderOfEntry(filtered(investigation, filter), entered.current)
  const interesting = values.filter(isInteresting)
  const picked = values.filter(({ key }) => chosen.has(key))
  const relations = useRelations(id, isBusy ? 0 : 1)
  const found = relations.data ? unseenIn(relations.data) : []
  const { refetch } = relations
  const ended = jobs.filter(({ endDate }) => endDate !== undefined).length
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found grows when jobs end
  useEffect(() => void refetch(), [ended])
  useSpoken(investigation, isBusy)

  const clear = () => setChosen(new Set())
  /** What was decided about the chosen ones: the row below the last of them is next. */
  const focusNext = () => {
    const last = shown.findLast(({ key }) => chosen.has(key))
    const row = last && document.querySelector(`[data-row="${CSS.escape(last.key)}"]`)
    if (row) nextRow(row)()
  }
  const { run, retry, dialog: question } = useRun(investigation, owner, clear)
  const again = () => run(picked.length > 0 ? picked : values, true)
  const analyzeFound = () => found.length > 0 && run(found, false)
  const toggle = (key: string) => setChosen((now) => toggled(now, key))
  const forCase = picked.length > 0 ? picked : interesting.length > 0 ? interesting : values

  useLetterKeys({
    v: isNarrow ? undefined : () => set({ view: viewAfter(view) }),
    e: openExport,
    c: analyze && values.length > 0 ? () => setDialog('case') : undefined,
    a: analyze ? analyzeFound : undefined,
  })
  useRowKeys({
    isOff: view === 'graph' || dialog !== undefined,
    ids: shown.map(({ key }) => key),
    onOpen: (key) => {
      const value = values.find((one) => one.key === key)
      if (value) navigate(valuePath(value))
    },
    ...(analyze ? { onToggle: toggle } : {}),
    onFilter: () => document.querySelector<HTMLElement>('.inv-filter input[type=search]')?.focus(),
  })

  const viewProps = {
    values: shown,
    jobs,
    chosen,
    canChoose: analyze,
    onToggle: toggle,
    onTryAgain: analyze ? retry : undefined,
    isLong: filter.failed,
  }
  const report = params.get('report')
  return (
    <Page
      title={defangText(name)}
      tlp={tlp}
      heading={
        <>
          {defangText(name)}
          {analyze && (
            <Button
              kind="quiet"
              size="small"
              icon="edit"
              iconOnly
              onClick={() => setDialog('rename')}
            >
              {text('investigation.rename')}
            </Button>
          )}
        </>
      }
      actions={
        <HeadActions
          investigation={investigation}
          canAct={analyze}
          isNarrow={isNarrow}
          onAgain={again}
          onAddToCase={() => setDialog('case')}
          exported={{
            investigation,
            values: picked.length > 0 ? picked : shown,
            isChosen: picked.length > 0,
          }}
        />
      }
    >
      <HeadLine
        investigation={investigation}
        sendings={sendings}
        organization={user.organization}
      />
      <Refused sendings={sendings} />
      <TallyStrip tally={investigation.tally} />
      <TallyWords tally={investigation.tally} />
      <FailuresLine
        failed={failedBesides(values, jobs)}
        isShown={filter.failed}
        onShow={(isShown) => set({ show: isShown ? 'failed' : undefined, view: undefined })}
        onTryAgain={viewProps.onTryAgain}
      />
      <FilterBar
        investigation={investigation}
        filter={filter}
        view={view}
        interesting={interesting.length}
        picked={picked}
        onChange={set}
        onAddToCase={() => setDialog('case')}
        onAgain={again}
        onRespond={() => setDialog('respond')}
        onClear={clear}
      />
      <Content
        {...viewProps}
        total={values.length}
        view={view}
        filter={filter}
        relations={relations}
        onShowAll={() => set({ show: 'all', q: '', type: [], analyzer: [] })}
      />
      <FoundPanel
        investigation={investigation}
        found={found}
        onAnalyze={analyze ? analyzeFound : undefined}
      />
      {dialog === 'case' && (
        <AddToCase
          investigation={investigation}
          values={forCase}
          onDone={() => {
            setDialog(undefined)
            clear()
            focusNext()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'respond' && (
        <Respond
          investigation={investigation}
          values={picked}
          onDone={() => {
            setDialog(undefined)
            clear()
            focusNext()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && (
        <RenameDialog investigation={investigation} onClose={() => setDialog(undefined)} />
      )}
      {question}
      {report !== null && (
        <ReportDrawer id={report} onClose={() => set({ report: undefined, part: undefined })} />
      )}
    </Page>
  )
}

const viewAfter = (view: View): string => {
  const next = views[(views.indexOf(view) + 1) % views.length] ?? 'verdict'
  return next === 'verdict' ? '' : next
}

/** On a phone it is among the other actions. */
const openExport = () =>
  document.querySelector<HTMLElement>('.inv-export button, .inv-more-menu button')?.click()

/** Screen readers announce its end once, not each value. */
function useSpoken({ tally }: InvestigationDetail, isBusy: boolean) {
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !isBusy)
      announce(
        text('investigation.spoken', {
          values: tally.values,
          malicious: tally.malicious,
          suspicious: tally.suspicious,
          failed: tally.failed,
        }),
      )
    was.current = isBusy
  }, [isBusy, tally])
}
