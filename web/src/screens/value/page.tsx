import { subjectIn } from '../../base/early.ts'
import './value.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { lazy, Suspense, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { defaultMarking } from '../../base/model/marking.ts'
import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { labeled, loadTexts, text } from '../../base/texts/index.ts'
import { CopyMenu } from '../../base/ui/copy.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { RelationsPanel } from '../../shared/relations/panel.tsx'
import { useCase } from '../cases/data.ts'
import type { PanelModel } from '../report/facts/model.ts'
import { ValueActions } from './actions.tsx'
import { VerdictBand } from './band.tsx'
import { useCalmOrder } from './band-reasons.tsx'
import { BigValue } from './big-value.tsx'
import { CaseStrip, copyIn } from './case-strip.tsx'
import { EvidenceContext, focusEvidence, maxEvidence } from './evidence.tsx'
import { FileDetails } from './file-details.tsx'
import { FileOfHash } from './file-of-hash.tsx'
import { FromHistory } from './history/from-history.tsx'
import { LookUp } from './look-up.tsx'
import { MarkLine } from './mark-line.tsx'
import { MessagePanel, type MessageView, messageViews } from './message-panel.tsx'
import { MovesPanel } from './moves.tsx'
import { NextSteps } from './next-steps.tsx'
import { OfJob, OfObservable } from './of-another.tsx'
import { type Evidence, placesOf } from './places.ts'
import { type RankedReason, rankedReasons } from './ranked.ts'
import { ResultsPanel } from './results.tsx'
import { SeenInPanel } from './seen-in.tsx'
import { shownSubject } from './shown.ts'
import { SubLine } from './sub-line.tsx'
import { TypePanels } from './type-panels.tsx'
import { useAnalysis } from './use-analysis.ts'
import { useStop } from './use-stop.ts'
import { useTypePanels } from './use-type-panels.ts'
import { useNewestJob, useValue } from './use-value.ts'
import { useValueKeys } from './use-value-keys.ts'
import { WayHere } from './way-here.tsx'

/** Opened now and then, and a quarter of the page. */
const ReportDrawer = lazy(async () => {
  const [{ ReportDrawer: drawer }] = await Promise.all([
    import('./report-drawer.tsx'),
    loadTexts(['facts', 'report', 'value']),
  ])
  return { default: drawer }
})

const CompareDrawer = lazy(async () => {
  const [{ CompareDrawer: drawer }] = await Promise.all([
    import('./compare-drawer.tsx'),
    loadTexts(['compare', 'jobs']),
  ])
  return { default: drawer }
})

const HistoryView = lazy(async () => {
  const { HistoryView: view } = await import('./history/history-view.tsx')
  return { default: view }
})

/** Everything known about one value, the answer first. All links to a value end here. */
export function ValuePage() {
  const { params } = useSearch()
  const subject = subjectIn(params)
  const show = (named: ValueName) => <Value key={JSON.stringify(named)} subject={named} />
  if (subject) return show(subject)
  const [job, observable] = [params.get('job'), params.get('observable')]
  if (job) return <OfJob id={job}>{show}</OfJob>
  if (observable) return <OfObservable id={observable}>{show}</OfObservable>
  return <LookUp />
}

function Value({ subject }: { subject: ValueName }) {
  const { params } = useSearch()
  const found = useValue(subject, params.get('case') ?? undefined)
  const { analyze } = useRights()
  const newest = useNewestJob(subject, analyze)
  const report = params.get('report')
  const [a, b] = [params.get('a') ?? '', params.get('b') ?? '']
  const caseId = params.get('case') ?? ''
  const isHistory = params.has('history')
  const copy = copyIn(found.data, useCase(caseId).data)
  const { panels, domain, mail, isReading } = useTypePanels(found.data)
  const marking = {
    tlp: newest.data?.tlp ?? defaultMarking,
    pap: newest.data?.pap ?? defaultMarking,
  }
  const analysis = useAnalysis(subject, found.data, marking)
  const stopping = useStop(found.data)
  const rows = useReasons(found.data)
  const [view, setView] = useState<MessageView>('evidence')
  const showEvidence = useEvidence(rows, () => setView('evidence'))
  const evidence = useMemo(() => (mail ? placesOf(rows, mail) : noEvidence), [rows, mail])
  useValueKeys({ e: mail && (() => setView(nextView(view))) })
  const { own, ofFile } = splitPanels(panels)
  const hasParts = own.some(({ isSide }) => isSide)
  const shown = shownSubject(subject, found.data)
  return (
    <EvidenceContext value={showEvidence}>
      <Page
        title={shown}
        {...(isHistory && { tabTitle: labeled(text('history.title'), shown) })}
        tlp={newest.data?.tlp}
        back={isHistory ? <FromHistory shown={shown} /> : !caseId && <WayHere value={found.data} />}
        heading={
          <>
            <TypeChip type={subject.dataType} />
            <BigValue shown={shown} data={subject.data} domain={domain} />
            {subject.data !== undefined && (
              <CopyMenu dataType={subject.dataType} value={subject.data} />
            )}
          </>
        }
        actions={
          found.data && (
            <ValueActions
              subject={subject}
              found={found.data}
              newest={newest.data ?? undefined}
              marking={marking}
              copy={copy}
              analysis={analysis}
              stopping={stopping}
            />
          )
        }
      >
        {params.has('first') && <NextSteps />}
        <Answer query={found}>
          {(value) =>
            isHistory ? (
              <>
                <SubLine value={value} newest={newest} />
                {caseId && <CaseStrip caseId={caseId} found={value} />}
                <Suspense>
                  <HistoryView subject={subject} value={value} shown={shown} />
                </Suspense>
              </>
            ) : (
              <>
                <SubLine value={value} newest={newest} />
                {caseId && <CaseStrip caseId={caseId} found={value} />}
                <MarkLine subject={subject} value={value} />
                <VerdictBand
                  value={value}
                  rows={rows}
                  analysis={analysis}
                  stopped={stopping.stopped}
                  lostSince={isLost(found) ? found.dataUpdatedAt : undefined}
                />
                <div className="value-columns">
                  <div>
                    {(mail || (isReading && isMail(value))) && (
                      <MessagePanel
                        mail={mail}
                        evidence={evidence}
                        view={view}
                        onView={setView}
                        isOpen={value.headline.state === 'running'}
                        marking={marking}
                      />
                    )}
                    {hasParts && <TypePanels panels={own} place="main" marking={marking} />}
                    <RelationsPanel subject={subject} />
                    {!hasParts && <TypePanels panels={own} place="main" marking={marking} />}
                    <FileDetails value={value} panels={ofFile} marking={marking} />
                  </div>
                  <div>
                    <ResultsPanel value={value} analysis={analysis} />
                    <SeenInPanel value={value} />
                    <MovesPanel subject={subject} value={value} />
                    <TypePanels panels={own} place="side" marking={marking} />
                    <FileOfHash subject={subject} />
                  </div>
                </div>
              </>
            )
          }
        </Answer>
        <Suspense>
          {report !== null ? (
            <ReportDrawer key={report} id={report} />
          ) : (
            !isHistory && (a || b) && <CompareDrawer a={a} b={b} />
          )}
        </Suspense>
      </Page>
    </EvidenceContext>
  )
}

/** Answers may be missing because the server is away; what is shown is then of that moment. */
const isLost = ({ failureCount, fetchStatus }: { failureCount: number; fetchStatus: string }) =>
  failureCount > 0 || fetchStatus === 'paused'

function useReasons(value: ValueDetail | undefined): readonly RankedReason[] {
  const ranked = useMemo(() => (value ? rankedReasons(value) : []), [value])
  return useCalmOrder(ranked, value?.headline.state === 'running')
}

/** A number, and its key, leads to the place in the message; where there is none to the report. */
function useEvidence(rows: readonly RankedReason[], onJump: () => void) {
  const { analyze } = useRights()
  const { set } = useSearch()
  const show = (number: number) => {
    const report = rows[number - 1]?.by.find(({ jobId }) => jobId !== undefined)?.jobId
    flushSync(onJump)
    if (focusEvidence(number) || !analyze || report === undefined) return
    set({ report, part: undefined }, { push: true })
  }
  const keys = rows.slice(0, maxEvidence).map((_, at) => [String(at + 1), () => show(at + 1)])
  useValueKeys(Object.fromEntries(keys))
  return show
}

const noEvidence: Evidence = { at: new Map(), first: new Map() }

const nextView = (view: MessageView): MessageView =>
  messageViews[(messageViews.indexOf(view) + 1) % messageViews.length] ?? 'evidence'

/** Its name or kind says that it is an email: there will be a message to show. */
const isMail = ({ file }: ValueDetail) =>
  file !== undefined &&
  (file.contentType === 'message/rfc822' || file.names.some((name) => /\.(?:eml|msg)$/i.test(name)))

function splitPanels(panels: readonly PanelModel[]) {
  const ofFile = panels.filter(({ isOfFile }) => isOfFile)
  return { own: panels.filter(({ isOfFile }) => !isOfFile), ofFile }
}
