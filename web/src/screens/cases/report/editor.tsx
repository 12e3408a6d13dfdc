import type { CaseV1, ReportDraft, ReportFacts } from '@assay/contract'
import { renderReport } from '@assay/contract/report'
import { useEffect, useState } from 'react'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { moved } from '../../../base/model/order.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { useMedia } from '../../../base/ui/use-media.ts'
import { ShareDialog } from '../share-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Preview, ReportSheet } from './preview.tsx'
import { ReportFrame } from './report-frame.tsx'
import { SectionEditor } from './section-editor.tsx'
import { SectionList } from './section-list.tsx'
import { TemplateChoice } from './template-choice.tsx'
import { useEditing } from './use-editing.ts'
import { VersionsDialog } from './versions-dialog.tsx'
import { writingIn } from './writing.ts'

interface EditorProps {
  row: CaseV1
  facts: ReportFacts
  draft: ReportDraft
}

export function Editor({ row, facts, draft }: EditorProps) {
  const editing = useEditing(row._id, draft)
  const { sections } = editing
  const writing = writingIn(draft.language)
  const content = renderReport(sections, facts, writing)
  const isNarrow = useMedia('(width < 720px)')
  const [opened, setOpened] = useState<string>()
  const [showsPreview, setShowsPreview] = useState(false)
  const [showsVersions, setShowsVersions] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const [printed, setPrinted] = useState<string>()
  const current =
    sections.find(({ id }) => id === opened) ?? sections.find(({ id }) => id !== 'cover')

  // Printed when the sheet without the mark of a draft is in the page.
  useEffect(() => {
    if (printed === undefined) return
    print()
    setPrinted(undefined)
  }, [printed])

  const open = (id: string) => {
    setOpened(id)
    setShowsPreview(false)
    requestAnimationFrame(() => {
      const section = document.getElementById(`section-${id}`)
      section?.scrollIntoView({ block: 'nearest' })
      section?.querySelector<HTMLElement>('textarea, .report-title, input, h2')?.focus()
    })
  }
  const ids = sections.map(({ id }) => id)
  const next = (id: string) => {
    const following = ids[ids.indexOf(id) + 1]
    if (following !== undefined) open(following)
  }
  const add = () => {
    const id = `own-${crypto.randomUUID().slice(0, 8)}`
    editing.change({ id, title: text('reports.newSection'), body: '', lines: [], revision: 0 })
    open(id)
  }
  const contentNow = async () => {
    await editing.flush()
    return renderReport(editing.sections, facts, writing)
  }
  const shown = isNarrow ? sections.filter(({ id }) => id === current?.id) : sections
  const preview = <Preview content={content} draft={draft} facts={facts} isDraft />
  return (
    <ReportFrame
      row={row}
      actions={
        <>
          <span className="muted" role="status">
            {text(`reports.state.${editing.state}`)}
          </span>
          <Button icon="case" onClick={() => setShowsVersions(true)}>
            {text('reports.versions')}
          </Button>
          <Button icon="user" onClick={() => setSharing(true)}>
            {text('cases.share')}
          </Button>
          {isNarrow && (
            <Button icon="eye" onClick={() => setShowsPreview(!showsPreview)}>
              {text(showsPreview ? 'reports.write' : 'reports.preview')}
            </Button>
          )}
          <ExportMenu facts={facts} draft={draft} contentNow={contentNow} onPrint={setPrinted} />
        </>
      }
    >
      {editing.problem && (
        <Notice kind="error">
          {editing.problem}{' '}
          {editing.state === 'conflict' && (
            <Button size="small" onClick={editing.discard}>
              {text('reports.reload')}
            </Button>
          )}
        </Notice>
      )}
      <div className="report-editor no-print">
        <div className="report-side">
          <SectionList
            sections={sections}
            current={current?.id}
            onOpen={open}
            onOrder={editing.reorder}
            onAdd={add}
          />
          <TemplateChoice
            caseId={row._id}
            draft={draft}
            onStart={() => {
              editing.discard()
              void readAgain(keyOf('story'))
            }}
          />
        </div>
        {!(isNarrow && showsPreview) && (
          <div className="report-write panel">
            {shown.map((section) => (
              <SectionEditor
                key={section.id}
                section={section}
                facts={facts}
                writing={writing}
                onChange={editing.change}
                onNext={() => next(section.id)}
                onMove={(by) => editing.reorder(moved(ids, section.id, by))}
                onRemove={() => editing.remove(section.id)}
              />
            ))}
          </div>
        )}
        {(!isNarrow || showsPreview) && preview}
      </div>
      <div className="report-paper">
        <ReportSheet
          content={printed ?? content}
          draft={draft}
          facts={facts}
          isDraft={printed === undefined}
        />
      </div>
      {isSharing && <ShareDialog row={row} onClose={() => setSharing(false)} />}
      {showsVersions && (
        <VersionsDialog
          caseId={row._id}
          number={row.number}
          onClose={() => setShowsVersions(false)}
        />
      )}
    </ReportFrame>
  )
}
