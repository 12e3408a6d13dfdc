import '../cases.css'
import './report.css'
import '../../../shared/response/response.css'
import type { CaseV1, ReportDraft, ReportFacts } from '@assay/contract'
import { renderReport, sectionsOf, shippedTemplates } from '@assay/contract/report'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import type { ScreenProps } from '../../../base/routing/screen.ts'
import { useRights } from '../../../base/session/rights.ts'
import { currentLanguage, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { MissingPage } from '../../../base/ui/missing-page.tsx'
import { Answer, Failed, Loading } from '../../../base/ui/states.tsx'
import { useCase } from '../data.ts'
import { useDraft, useFacts } from './data.ts'
import { Editor } from './editor.tsx'
import { ReportSheet } from './preview.tsx'
import { ReportFrame } from './report-frame.tsx'
import { writingIn } from './writing.ts'

/** What a manager reads; written here, where the facts are. */
export function CaseReportPage({ params: { id = '' } }: ScreenProps) {
  const found = useCase(id)
  const back = <Link to={path`/cases/${id}`}>{text('reports.back')}</Link>
  return (
    <Answer query={found} missing={<MissingPage what={text('cases.case')} id={id} back={back} />}>
      {(row) => <Report row={row} />}
    </Answer>
  )
}

function Report({ row }: { row: CaseV1 }) {
  const facts = useFacts(row._id)
  // Guests see what is shared with them, not what is still being written.
  const isGuest = facts.data?.isOwner === false
  const draft = useDraft(row._id, facts.data?.isOwner === true)
  const { analyze } = useRights()
  if (facts.data && draft.data && analyze)
    return <Editor key={row._id} row={row} facts={facts.data} draft={draft.data} />
  const error = facts.error ?? draft.error
  return (
    <ReportFrame
      row={row}
      actions={
        <Button icon="print" onClick={() => print()}>
          {text('reports.print')}
        </Button>
      }
    >
      {error && <Failed error={error} />}
      {facts.data && (draft.data || isGuest) ? (
        <ReadOnly facts={facts.data} draft={draft.data ?? guestDraft()} />
      ) : (
        !error && <Loading lines={12} />
      )}
    </ReportFrame>
  )
}

function ReadOnly({ facts, draft }: { facts: ReportFacts; draft: ReportDraft }) {
  const content = renderReport(draft.sections, facts, writingIn(draft.language))
  return <ReportSheet content={content} draft={draft} facts={facts} isDraft />
}

/** A shipped template in the reader's language. */
function guestDraft(): ReportDraft {
  const template =
    shippedTemplates.find(({ language }) => language === currentLanguage()) ?? shippedTemplates[0]
  const { id = '', name = '', language = 'en' as const, body = '' } = template ?? {}
  return {
    template: id,
    templateName: name,
    language,
    logo: null,
    sections: sectionsOf(body).map((section) => ({ ...section, lines: [], revision: 0 })),
    isStored: false,
    version: 1,
  }
}
