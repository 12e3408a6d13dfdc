import './value.css'
import type { ValueDetail, ValueName } from '@assay/contract'
import { defangText } from '../model/defang.ts'
import { fileSize } from '../model/times.ts'
import { Link } from '../routing/link.tsx'
import { useSearch } from '../routing/location.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { CopyMenu, copyText } from '../ui/copy.tsx'
import { PapMark, TlpMark } from '../ui/marks.tsx'
import { Page } from '../ui/page.tsx'
import { Answer } from '../ui/states.tsx'
import { Time } from '../ui/time.tsx'
import { ValueActions } from './actions.tsx'
import { VerdictBand } from './band.tsx'
import { LookUp } from './look-up.tsx'
import { MovesPanel } from './moves.tsx'
import { NextSteps } from './next-steps.tsx'
import { RelationsPanel } from './relations/panel.tsx'
import { ReportDrawer } from './report-drawer.tsx'
import { SeenInPanel } from './seen-in.tsx'
import { shownSubject } from './shown.ts'
import { subjectOf } from './subject.ts'
import { TilesPanel } from './tiles.tsx'
import { useNewestJob, useValue } from './use-value.ts'

/** Everything known about one value, the answer first. All links to a value end here. */
export function ValuePage() {
  const { params } = useSearch()
  const subject = subjectOf(params)
  if (!subject) return <LookUp />
  return <Value key={JSON.stringify(subject)} subject={subject} />
}

function Value({ subject }: { subject: ValueName }) {
  const found = useValue(subject)
  const { params, set } = useSearch()
  const { analyze } = useRights()
  const newest = useNewestJob(subject, analyze)
  const report = params.get('report')
  const shown = shownSubject(subject, found.data)
  return (
    <Page
      title={shown}
      tlp={newest.data?.tlp}
      back={<Link to="/jobs">{text('value.back')}</Link>}
      heading={
        <>
          <span className="type-chip">{subject.dataType}</span>
          <span className="value-big">{shown}</span>
          {subject.data !== undefined && (
            <CopyMenu dataType={subject.dataType} value={subject.data} />
          )}
        </>
      }
      actions={
        found.data && (
          <ValueActions subject={subject} found={found.data} newest={newest.data ?? undefined} />
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
            </p>
            <VerdictBand value={value} />
            <div className="value-columns">
              <div>
                <RelationsPanel subject={subject} />
                <TilesPanel value={value} />
              </div>
              <div>
                <SeenInPanel value={value} />
                <MovesPanel value={value} />
              </div>
            </div>
          </>
        )}
      </Answer>
      {report !== null && (
        <ReportDrawer id={report} onClose={() => set({ report: undefined, part: undefined })} />
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
          : text('value.inBoth', {
              cases: counted('value.cases', cases),
              alerts: counted('value.alerts', alerts),
            })}
      </span>
      {verdict.checkedAt !== undefined && (
        <span>
          {text('value.checked')} <Time at={verdict.checkedAt} style="ago" />
        </span>
      )}
    </>
  )
}
