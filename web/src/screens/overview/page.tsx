import './overview.css'
import './threats.css'
import type { KnownValue } from '@assay/contract'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useQuotas } from '../../base/data/quotas.ts'
import { useCalmEvents } from '../../base/live/use-calm-events.ts'
import { defaultMarking } from '../../base/model/marking.ts'
import { dateAndTime } from '../../base/model/times.ts'
import { Link } from '../../base/routing/link.tsx'
import { navigate, useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { counted, loadTexts, text } from '../../base/texts/index.ts'
import { nextRow } from '../../base/ui/next-row.ts'
import { valuePath } from '../../base/ui/observable.tsx'
import { Page } from '../../base/ui/page.tsx'
import { PlatformPassword } from '../../base/ui/platform-password.tsx'
import { Empty, Loading } from '../../base/ui/states.tsx'
import { useLetterKeys } from '../../base/ui/use-letter-keys.ts'
import { useRowKeys } from '../../base/ui/use-row-keys.ts'
import { useBudgets } from '../../shared/budgets/data.ts'
import { useOpenResponses } from '../../shared/responses/data.ts'
import { useRules } from '../../shared/rules/data.ts'
import { MentionsPanel } from '../../shared/watch/mentions-panel.tsx'
import { WatchPanel } from '../../shared/watch/overview-panel.tsx'
import { AddToCase } from '../investigation/add-to-case.tsx'
import { shownValueOf } from '../investigation/shown.ts'
import { DecisionsPanel } from './decisions-panel.tsx'
import { EngineStatus } from './engine-status.tsx'
import { ChangesPanel, Counts, rowId, ThreatsPanel, ValuesChart } from './panels.tsx'
import { Part, PartFailed } from './part.tsx'
import { type Preset, presetNames } from './period.ts'
import { TechniquesPanel } from './techniques.tsx'
import { type Threats, useChanges, useThreats, useValueCounts, useWaiting } from './threats.ts'
import { decisionsOf, useDueCases, useDueTasks } from './use-decisions.ts'
import { usePollMs } from './use-overview.ts'

/** Events come all the time; the page follows them within this. */
const calmMs = 1500

/** Current threats that need attention. */
export function OverviewPage() {
  const { params } = useSearch()
  const { user } = useSession()
  const { analyze, administer } = useRights()
  const range = presetNames.find((name) => name === params.get('range')) ?? '24h'
  const everyMs = usePollMs(false)
  const threats = useThreats(range, everyMs)
  const changes = useChanges(range, everyMs)
  const waiting = useWaiting(user.id, everyMs)
  const counts = useValueCounts(range, everyMs)
  const [adding, setAdding] = useState<KnownValue>()
  useCalmEvents({
    isWanted: () => true,
    pauseMs: () => calmMs,
    work: () =>
      void readAgain(keyOf('overview'), keyOf('responses'), keyOf('budgets'), keyOf('rules')),
  })
  const rows = threats.data?.rows ?? []
  const current = useRowKeys({
    ids: rows.map(rowId),
    onOpen: (id) => {
      const value = rows.find((row) => rowId(row) === id)
      if (value) navigate(valuePath(value))
    },
    onFilter: () => undefined,
  })
  useLetterKeys({
    c: analyze && (() => setAdding(rows.find((row) => rowId(row) === current) ?? rows[0])),
  })
  const isWhole = params.get('show') === 'changes'
  const changesBox = useRef<HTMLDivElement>(null)
  const hasChanges = changes.data !== undefined
  useEffect(() => {
    if (isWhole && hasChanges) changesBox.current?.scrollIntoView({ block: 'nearest' })
  }, [isWhole, hasChanges])
  const dueTasks = useDueTasks(analyze, everyMs)
  const dueCases = useDueCases(user.id, analyze, everyMs)
  const { data: quotas = [] } = useQuotas(administer, everyMs)
  const responses = useOpenResponses(analyze, everyMs)
  const budgets = useBudgets(analyze, everyMs)
  const rules = useRules(administer)
  const decisions = analyze
    ? decisionsOf({
        changes: changes.data,
        cases: dueCases.data,
        tasks: dueTasks.data,
        waiting: waiting.data,
        quotas,
        responses: responses.data?.rows,
        budgets: budgets.data,
        rules: rules.data,
      })
    : []
  const isKnown =
    threats.data !== undefined &&
    [waiting, changes, dueCases, dueTasks, responses].every(
      (part) => part.data !== undefined || !part.isLoading,
    )
  const { title, more } = isKnown
    ? answerOf(threats.data, range, waiting.data?.alerts ?? 0, decisions.length)
    : { title: text('overview.title'), more: undefined }
  // What waits for a decision stands above the rest: nothing is drawn that it would push down.
  const isSettled = [threats, waiting, changes, dueCases, dueTasks].every(
    (part) => part.data !== undefined || !part.isLoading,
  )
  const isDrawn = useRef(false)
  isDrawn.current ||= isSettled
  const isEmpty =
    threats.data?.total === 0 &&
    counts.data?.every((day) => Object.values(sums(day)).every((n) => n === 0))
  const isListed = new Set(
    decisions.flatMap((one) => (one.kind === 'changed' ? [rowId(one.change.value)] : [])),
  )
  return (
    <Page
      title={title}
      tabTitle={text('overview.title')}
      heading={<span className="overview-sentence">{title}</span>}
      actions={
        <>
          <Link to="/desk">{text('overview.desk')}</Link>
          <RangeLinks range={range} />
        </>
      }
    >
      <p className="muted overview-when">
        {more ?? `${dateAndTime(Date.now())} · ${text(`overview.range.${range}.long`)}`}
      </p>
      <PlatformPassword />
      {!isDrawn.current && <Loading lines={16} />}
      <div hidden={!isDrawn.current}>
        <DecisionsPanel decisions={decisions} />
        {waiting.data === undefined && waiting.isError && (
          <PartFailed title={text('overview.counts')} query={waiting} />
        )}
        <Counts waiting={waiting.data} changes={changes.data} range={range} />
        <div className="overview-threat-columns">
          <div>
            {isEmpty ? (
              <FirstValue />
            ) : (
              <Part title={text('overview.threats')} query={threats} lines={8}>
                {(data) => <ThreatsPanel threats={data} range={range} onAdd={setAdding} />}
              </Part>
            )}
            <div ref={changesBox}>
              {changes.data === undefined && changes.isError && (
                <PartFailed title={text('overview.changed')} query={changes} />
              )}
              {changes.data && (
                <ChangesPanel
                  changes={
                    isWhole
                      ? changes.data
                      : changes.data.filter(({ value }) => !isListed.has(rowId(value)))
                  }
                  isWhole={isWhole}
                />
              )}
            </div>
            <MentionsPanel />
            {analyze && <WatchPanel />}
          </div>
          <div>
            <Part title={text('overview.perDay')} query={counts} lines={6}>
              {(data) => <ValuesChart counts={data} />}
            </Part>
            <TechniquesPanel everyMs={everyMs} />
            {analyze && <EngineStatus everyMs={everyMs} />}
          </div>
        </div>
      </div>
      {adding && (
        <AddToCase
          investigation={{
            name: shownValueOf(adding),
            tlp: defaultMarking,
            pap: defaultMarking,
            caseIds: [],
          }}
          values={[adding]}
          onDone={() => {
            const row = document.querySelector(`[data-row="${CSS.escape(rowId(adding))}"]`)
            const goOn = nextRow(row)
            setAdding(undefined)
            void readAgain(keyOf('overview')).then(goOn)
          }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Page>
  )
}

const sums = ({
  malicious,
  suspicious,
  safe,
  none,
}: {
  malicious: number
  suspicious: number
  safe: number
  none: number
}) => ({
  malicious,
  suspicious,
  safe,
  none,
})

/** What the screen says first: how many decisions wait, else what threatens. */
function answerOf(threats: Threats, range: Preset, alerts: number, decisions: number) {
  const threat = sentence(threats, range)
  const wait = alerts > 0 ? counted('overview.alertsWait', alerts) : ''
  const both = (first: string) => [first, wait].filter(Boolean).join(' ')
  if (decisions > 0)
    return { title: counted('overview.decisions', decisions), more: both(`${threat}.`) }
  return { title: threats.malicious === 0 ? both(`${threat}.`) : threat, more: undefined }
}

/** "5 malicious observables since yesterday, 2 not in a case" */
function sentence({ malicious, outside }: Threats, range: Preset): string {
  const when = text(`overview.since.${range}`)
  if (malicious === 0) return text('overview.nothing', { when })
  const all = counted('overview.malicious', malicious, { when })
  if (outside === 0) return all
  return outside === malicious
    ? `${all}, ${counted('overview.allOutside', outside)}`
    : `${all}, ${counted('overview.someOutside', outside)}`
}

const RangeLinks = ({ range }: { range: Preset }) => (
  <nav className="range-switch" aria-label={text('overview.period')}>
    {presetNames.map((name) => (
      <Link
        key={name}
        to={name === '24h' ? '/' : `/?range=${name}`}
        aria-current={name === range ? 'true' : undefined}
        title={text(`overview.range.${name}.long`)}
      >
        {text(`overview.range.${name}`)}
      </Link>
    ))}
  </nav>
)

/** Needed once: when there is something to show, this is not. */
const FirstValueForm = lazy(async () => {
  const [{ FirstValueForm: form }] = await Promise.all([
    import('../setup/first-value-form.tsx'),
    loadTexts(['setup']),
  ])
  return { default: form }
})

/** Nothing was ever analyzed: the first value is the next step. */
function FirstValue() {
  const { analyze } = useRights()
  if (!analyze)
    return (
      <div className="panel">
        <Empty title={text('overview.noneYet')} icon="observable">
          {text('overview.noneYetAbout')}
        </Empty>
      </div>
    )
  return (
    <Suspense fallback={<Loading lines={6} />}>
      <FirstValueForm
        className="panel overview-first"
        head={
          <>
            <h2>{text('overview.noneYet')}</h2>
            <p className="muted">{text('overview.noneYetAbout')}</p>
          </>
        }
      />
    </Suspense>
  )
}
