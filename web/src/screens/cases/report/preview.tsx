import type { ReportDraft, ReportFacts } from '@assay/contract'
import { useState } from 'react'
import { text } from '../../../base/texts/index.ts'
import { TlpMark } from '../../../base/ui/marks.tsx'
import { Segments } from '../../../base/ui/segments.tsx'
import { Markdown } from '../../../shared/response/markdown/markdown.tsx'

const forms = ['pdf', 'word', 'markdown'] as const
type Form = (typeof forms)[number]

interface SheetProps {
  content: string
  draft: ReportDraft
  facts: ReportFacts
  /** Neither stored nor handed out yet. */
  isDraft: boolean
}

/** One sheet, on the screen and on paper. */
export function ReportSheet({ content, draft, facts, isDraft }: SheetProps) {
  const { version, logo } = draft
  return (
    <article className="report-sheet" lang={draft.language}>
      <p className="report-mark">
        <TlpMark tlp={facts.case.tlp} />
        <span className="muted">
          {text(isDraft ? 'reports.versionDraft' : 'reports.version', {
            version: String(version),
          })}
        </span>
      </p>
      {logo && <img className="report-logo" src={logo} alt="" />}
      <Markdown value={content} />
    </article>
  )
}

export function Preview(props: SheetProps) {
  const [form, setForm] = useState<Form>('pdf')
  return (
    <aside className="report-preview no-print" aria-label={text('reports.preview')}>
      <div className="report-preview-head">
        <h2>{text('reports.preview')}</h2>
        <Segments
          label={text('reports.previewAs')}
          value={form}
          options={forms.map((one) => ({ value: one, label: text(`reports.form.${one}`) }))}
          onChange={setForm}
        />
      </div>
      {form === 'markdown' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reached by the keyboard
        <pre className="report-source" tabIndex={0}>
          {props.content}
        </pre>
      ) : (
        <ReportSheet {...props} />
      )}
    </aside>
  )
}
