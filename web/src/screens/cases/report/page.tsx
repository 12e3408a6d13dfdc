import '../cases.css'
import './report.css'
import { defangText } from '../../../base/model/defang.ts'
import '../../../shared/response/response.css'
import type { CaseV1 } from '@assay/contract'
import { useState } from 'react'
import { Link } from '../../../base/routing/link.tsx'
import { useSearch } from '../../../base/routing/location.ts'
import { path } from '../../../base/routing/match.ts'
import type { ScreenProps } from '../../../base/routing/screen.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { ConfirmDialog } from '../../../base/ui/confirm-dialog.tsx'
import { Check } from '../../../base/ui/field.tsx'
import { MissingPage } from '../../../base/ui/missing-page.tsx'
import { Page } from '../../../base/ui/page.tsx'
import { Answer, Failed, Loading } from '../../../base/ui/states.tsx'
import { downloadText } from '../../../shared/export/download.ts'
import { useCase } from '../data.ts'
import { type CaseReport, type Part, parts, useCaseReport } from './data.ts'
import { reportMarkdown } from './markdown.ts'
import { ReportParts } from './report-parts.tsx'

/** What a manager reads: on the screen, on paper or as a file. */
export function CaseReportPage({ params: { id = '' } }: ScreenProps) {
  const found = useCase(id)
  const back = <Link to={path`/cases/${id}`}>{text('cases.report.back')}</Link>
  return (
    <Answer query={found} missing={<MissingPage what={text('cases.case')} id={id} back={back} />}>
      {(row) => <Report row={row} />}
    </Answer>
  )
}

function Report({ row }: { row: CaseV1 }) {
  const { report, error } = useCaseReport(row)
  const { params, set } = useSearch()
  const without = new Set(params.getAll('without'))
  const wanted: ReadonlySet<Part> = new Set(parts.filter((part) => !without.has(part)))
  const toggle = (part: Part) =>
    set({
      without: wanted.has(part)
        ? [...without, part]
        : [...without].filter((other) => other !== part),
    })
  return (
    <Page
      title={`#${row.number} ${row.title}`}
      tabTitle={text('cases.report.of', { number: String(row.number) })}
      tlp={row.tlp}
      back={<Link to={path`/cases/${row._id}`}>{text('cases.report.back')}</Link>}
      heading={
        <>
          <span className="muted number">#{row.number}</span> {defangText(row.title)}
        </>
      }
      actions={report && <ReportButtons report={report} wanted={wanted} />}
    >
      <fieldset className="report-choice no-print">
        <legend>{text('cases.report.parts')}</legend>
        {parts.map((part) => (
          <Check
            key={part}
            label={text(`cases.report.${part}`)}
            checked={wanted.has(part)}
            onChange={() => toggle(part)}
          />
        ))}
      </fieldset>
      {error !== null && error !== undefined && <Failed error={error} />}
      {report ? <ReportParts report={report} wanted={wanted} /> : <Loading lines={12} />}
    </Page>
  )
}

interface ReportButtonsProps {
  report: CaseReport
  wanted: ReadonlySet<Part>
}

const red = 3

/** Of TLP:RED nothing leaves without a second question. */
function ReportButtons({ report, wanted }: ReportButtonsProps) {
  const { row } = report
  const [asked, setAsked] = useState<'print' | 'save'>()
  const act = (what: 'print' | 'save') => {
    setAsked(undefined)
    if (what === 'save')
      downloadText(`case-${row.number}-report`, 'md', reportMarkdown(report, wanted))
    // The dialog must be gone before the browser captures the page for printing.
    else requestAnimationFrame(() => print())
  }
  const ask = (what: 'print' | 'save') => (row.tlp === red ? setAsked(what) : act(what))
  return (
    <>
      <Button icon="download" onClick={() => ask('save')}>
        {text('cases.report.markdown')}
      </Button>
      <Button kind="primary" icon="print" onClick={() => ask('print')}>
        {text('cases.report.print')}
      </Button>
      {asked && (
        <ConfirmDialog
          title={text('cases.report.redTitle')}
          confirm={text(asked === 'print' ? 'cases.report.print' : 'cases.report.markdown')}
          onConfirm={() => act(asked)}
          onCancel={() => setAsked(undefined)}
        >
          <p>{text('cases.report.redText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
