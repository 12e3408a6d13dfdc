import './investigation.css'
import type { InvestigationDetail, InvestigationJob } from '@assay/contract'
import { useEffect, useRef, useState } from 'react'
import { sendInto, sendingsOf, useSendingVersion } from '../analysis/sending.ts'
import { useAnalyzers } from '../data/workers.ts'
import { defangText } from '../model/defang.ts'
import { Link } from '../routing/link.tsx'
import { navigate, useSearch } from '../routing/location.ts'
import type { ScreenProps } from '../routing/screen.ts'
import { useRights } from '../session/rights.ts'
import { useSession } from '../session/session.ts'
import { counted, text } from '../texts/index.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { valuePath } from '../ui/observable.tsx'
import { Page } from '../ui/page.tsx'
import { Answer, Empty, isMissing, Missing } from '../ui/states.tsx'
import { toggled } from '../ui/table.tsx'
import { useLetterKeys } from '../ui/use-letter-keys.ts'
import { useRowKeys } from '../ui/use-row-keys.ts'
import { useAction } from '../use-action.ts'
import { ReportDrawer } from '../value/report-drawer.tsx'
import '../value/value.css'
import { AddToCase } from './add-to-case.tsx'
import { ByVerdict } from './by-verdict.tsx'
import { isRunning, useInvestigation, useRelations } from './data.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterBar, type View, views } from './filter-bar.tsx'
import { FoundPanel, unseenIn } from './found-panel.tsx'
import { Graph } from './graph.tsx'
import { type Entered, enterGroups, filtered, inOrderOfEntry, isInteresting } from './groups.ts'
import { HeadActions, HeadLine, Refused } from './head.tsx'
import { Matrix } from './matrix.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { fittingPairs, sendablesFor, tryAgain } from './run.ts'
import { shownValueOf } from './shown.ts'
import { TallyStrip, TallyWords } from './tally.tsx'

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

/** Somebody deleted it while it was shown: what is known about its values is still there. */
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

type Asked = Parameters<typeof fittingPairs>[0]

/** From here on a run is asked about: a slip of the mouse should not cost a quota. */
const askAbove = 200

function Investigation({ investigation }: { investigation: InvestigationDetail }) {
  const { id, name, tlp, values, jobs } = investigation
  const { user } = useSession()
  const owner = `${user.organization}/${user.id}`
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const { params, set } = useSearch()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [dialog, setDialog] = useState<'case' | 'rename'>()
  const [asking, setAsking] = useState<{ jobs: number; run: () => void }>()
  const action = useAction()
  useSendingVersion()
  const sendings = sendingsOf(id, owner)
  const isBusy = isRunning(investigation) || sendings.some(({ sender }) => sender.isBusy())

  const view = views.find((one) => one === params.get('view')) ?? 'verdict'
  const all = params.get('show') === 'all'
  const filter = {
    all,
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

  const run = (asked: Asked, isForced: boolean) => {
    const pairs = fittingPairs(asked, analyzers.data ?? [], investigation)
    const send = () => {
      setAsking(undefined)
      setChosen(new Set())
      sendInto(id, owner, sendablesFor(pairs, investigation, isForced))
    }
    if (pairs.length === 0) announce(text('investigation.noneFits'))
    else if (pairs.length > askAbove) setAsking({ jobs: pairs.length, run: send })
    else send()
  }
  const again = () => run(picked.length > 0 ? picked : values, true)
  const analyzeFound = () => found.length > 0 && run(found, false)
  const retry = (failed: readonly InvestigationJob[]) =>
    void action.run(async () => {
      await tryAgain(id, owner, failed)
    })
  const toggle = (key: string) => setChosen((now) => toggled(now, key))
  const forCase = picked.length > 0 ? picked : interesting.length > 0 ? interesting : values

  useLetterKeys({
    v: () => set({ view: viewAfter(view) }),
    e: () => document.querySelector<HTMLElement>('.inv-export button')?.click(),
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
          onAgain={again}
          onAddToCase={() => setDialog('case')}
          exportMenu={
            <ExportMenu exported={{ investigation, values: picked.length > 0 ? picked : shown }} />
          }
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
      <FilterBar
        investigation={investigation}
        filter={filter}
        view={view}
        interesting={interesting.length}
        picked={picked}
        onChange={set}
        onAddToCase={() => setDialog('case')}
        onAgain={again}
        onClear={() => setChosen(new Set())}
      />
      {values.length === 0 ? (
        <Empty title={text('investigation.empty')} icon="search">
          {text('investigation.emptyAbout')}
        </Empty>
      ) : view === 'graph' ? (
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
      ) : shown.length === 0 ? (
        <Empty
          title={text(filterIsPlain(filter) ? 'investigation.nothingBad' : 'investigation.noMatch')}
          icon="search"
          action={
            <Button onClick={() => set({ show: 'all', q: '', type: [], analyzer: [] })}>
              {counted('investigation.showAll', values.length)}
            </Button>
          }
        />
      ) : view === 'matrix' ? (
        <Matrix {...viewProps} />
      ) : (
        <ByVerdict {...viewProps} />
      )}
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
            setChosen(new Set())
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rename' && (
        <RenameDialog investigation={investigation} onClose={() => setDialog(undefined)} />
      )}
      {asking && (
        <ConfirmDialog
          title={counted('investigation.ask', asking.jobs)}
          confirm={counted('investigation.askRun', asking.jobs)}
          kind="primary"
          onCancel={() => setAsking(undefined)}
          onConfirm={asking.run}
        >
          <p>{text('investigation.askAbout')}</p>
        </ConfirmDialog>
      )}
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

const filterIsPlain = (filter: {
  typed: string
  types: readonly string[]
  analyzers: readonly string[]
}) => filter.typed === '' && filter.types.length === 0 && filter.analyzers.length === 0

/** Screen readers hear the end of it once, not each value. */
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
