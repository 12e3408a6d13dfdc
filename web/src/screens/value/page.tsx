import './value.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { defangText } from '../../base/model/defang.ts'
import { defaultMarking } from '../../base/model/marking.ts'
import { fileSize } from '../../base/model/times.ts'
import { useSearch } from '../../base/routing/location.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { CopyMenu, copyText } from '../../base/ui/copy.tsx'
import { PapMark, TlpMark } from '../../base/ui/marks.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { Time } from '../../base/ui/time.tsx'
import { TypeChip } from '../../base/ui/type-chip.tsx'
import { RelationsPanel } from '../../shared/relations/panel.tsx'
import { useCase } from '../cases/data.ts'
import { ValueActions } from './actions.tsx'
import { VerdictBand } from './band.tsx'
import { BigValue } from './big-value.tsx'
import { CaseStrip, copyIn } from './case-strip.tsx'
import { CompareDrawer } from './compare-drawer.tsx'
import { FileOfHash } from './file-of-hash.tsx'
import { LookUp } from './look-up.tsx'
import { MovesPanel } from './moves.tsx'
import { NextSteps } from './next-steps.tsx'
import { OfJob, OfObservable } from './of-another.tsx'
import { ReportDrawer } from './report-drawer.tsx'
import { SeenInPanel } from './seen-in.tsx'
import { shownSubject } from './shown.ts'
import { subjectOf } from './subject.ts'
import { TilesPanel } from './tiles.tsx'
import { TypePanels } from './type-panels.tsx'
import { useAnalysis } from './use-analysis.ts'
import { useTypePanels } from './use-type-panels.ts'
import { useNewestJob, useValue } from './use-value.ts'
import { WatchMark } from './watch.tsx'
import { WayHere } from './way-here.tsx'

/** Everything known about one value, the answer first. All links to a value end here. */
export function ValuePage() {
  const { params } = useSearch()
  const subject = subjectOf(params)
  const show = (named: ValueName) => <Value key={JSON.stringify(named)} subject={named} />
  if (subject) return show(subject)
  const [job, observable] = [params.get('job'), params.get('observable')]
  if (job) return <OfJob id={job}>{show}</OfJob>
  if (observable) return <OfObservable id={observable}>{show}</OfObservable>
  return <LookUp />
}

function Value({ subject }: { subject: ValueName }) {
  const found = useValue(subject)
  const { params } = useSearch()
  const { analyze } = useRights()
  const newest = useNewestJob(subject, analyze)
  const report = params.get('report')
  const [a, b] = [params.get('a') ?? '', params.get('b') ?? '']
  const caseId = params.get('case') ?? ''
  const copy = copyIn(found.data, useCase(caseId).data)
  const { panels, domain } = useTypePanels(found.data)
  const marking = {
    tlp: newest.data?.tlp ?? defaultMarking,
    pap: newest.data?.pap ?? defaultMarking,
  }
  const analysis = useAnalysis(subject, found.data, marking)
  const hasParts = panels.some(({ isSide }) => isSide)
  const shown = shownSubject(subject, found.data)
  return (
    <Page
      title={shown}
      tlp={newest.data?.tlp}
      back={!caseId && <WayHere value={found.data} />}
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
          />
        )
      }
    >
      {params.has('first') && <NextSteps />}
      <Answer query={found}>
        {(value) => (
          <>
            <p className="value-sub">
              {newest.data && (
                <>
                  <TlpMark tlp={newest.data.tlp} />
                  <PapMark pap={newest.data.pap} />
                </>
              )}
              <FileFacts value={value} />
              <Since value={value} />
              <WatchMark value={value} />
            </p>
            {caseId && <CaseStrip caseId={caseId} found={value} />}
            <VerdictBand value={value} analysis={analysis} />
            <div className="value-columns">
              <div>
                {hasParts && <TypePanels panels={panels} place="main" marking={marking} />}
                <RelationsPanel subject={subject} />
                {!hasParts && <TypePanels panels={panels} place="main" marking={marking} />}
                <TilesPanel value={value} analysis={analysis} />
              </div>
              <div>
                <TypePanels panels={panels} place="side" marking={marking} />
                <FileOfHash subject={subject} />
                <SeenInPanel value={value} />
                <MovesPanel value={value} />
              </div>
            </div>
          </>
        )}
      </Answer>
      {report !== null ? (
        <ReportDrawer key={report} id={report} />
      ) : (
        (a || b) && <CompareDrawer a={a} b={b} />
      )}
    </Page>
  )
}

function FileFacts({ value: { file, hash } }: { value: ValueDetail }) {
  if (!file || hash === undefined) return null
  const hashes = [hash, file.sha1, file.md5].filter(Boolean)
  const [, ...others] = file.names
  return (
    <>
      {file.size !== undefined && <span>{fileSize(file.size)}</span>}
      <span>
        SHA-256 <span className="value">{`${hash.slice(0, 8)}…${hash.slice(-6)}`}</span>
      </span>
      <Button
        size="small"
        kind="quiet"
        icon="copy"
        onClick={() => void copyText(hashes.join('\n'))}
      >
        {text('value.copyHashes')}
      </Button>
      {others.length > 0 && (
        <span>{text('value.alsoNamed', { names: others.map(defangText).join(', ') })}</span>
      )}
      {!file.isStored && <span>{text('value.notStored')}</span>}
    </>
  )
}

function Since({ value: { verdict, seenIn } }: { value: ValueDetail }) {
  const { cases, alerts } = seenIn
  return (
    <>
      {verdict.firstAt !== undefined && (
        <span>
          {text('value.firstSeen')} <Time at={verdict.firstAt} />
        </span>
      )}
      <span>
        {cases + alerts === 0
          ? text('value.inNone')
          : text(
              cases > 0 && alerts > 0
                ? 'value.inBoth'
                : cases > 0
                  ? 'value.inCases'
                  : 'value.inAlerts',
              {
                cases: counted('value.cases', cases),
                alerts: counted('value.alerts', alerts),
              },
            )}
      </span>
      {verdict.checkedAt !== undefined && (
        <span>
          {text('value.checked')} <Time at={verdict.checkedAt} style="ago" />
        </span>
      )}
    </>
  )
}
