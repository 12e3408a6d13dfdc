import type { CaseV1 } from '@assay/contract'
import type { ReactNode } from 'react'
import { defangText } from '../../../base/model/defang.ts'
import { Link } from '../../../base/routing/link.tsx'
import { text } from '../../../base/texts/index.ts'
import { Page } from '../../../base/ui/page.tsx'
import { CaseTabBar } from '../case-tab-bar.tsx'

interface ReportFrameProps {
  row: CaseV1
  actions?: ReactNode
  children: ReactNode
}

/** The case around its report, with its TLP on every printed page. */
export function ReportFrame({ row, actions, children }: ReportFrameProps) {
  return (
    <Page
      title={`#${row.number} ${row.title}`}
      tabTitle={text('reports.of', { number: String(row.number) })}
      tlp={row.tlp}
      back={<Link to="/cases">{text('cases.back')}</Link>}
      heading={
        <span className="no-print">
          <span className="muted number">#{row.number}</span> {defangText(row.title)}
        </span>
      }
      actions={actions}
    >
      <CaseTabBar row={row} current="report" />
      {children}
    </Page>
  )
}
