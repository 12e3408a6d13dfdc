import type { ReportFacts, ReportSection } from '@assay/contract'
import { filledLines, type ReportWriting } from '@assay/contract/report'
import { type KeyboardEvent, useRef, useState } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Menu } from '../../../base/ui/menu.tsx'
import { Markdown } from '../../../shared/response/markdown/markdown.tsx'
import { InsertDialog } from './insert-dialog.tsx'
import { sectionName } from './section-list.tsx'
import { inserted, linkedBlock, startsInsert, wrapped, writtenBody } from './section-text.ts'
import { TimelineLines } from './timeline-lines.tsx'

interface SectionEditorProps {
  section: ReportSection
  facts: ReportFacts
  writing: ReportWriting
  onChange: (section: ReportSection) => void
  onNext: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** One section: text that is written here, or what is linked to the case until the export. */
export function SectionEditor(props: SectionEditorProps) {
  const { section, facts, writing, onChange, onNext, onMove, onRemove } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [inserting, setInserting] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const name = sectionName(section)
  const linked = linkedBlock(section.body)
  const body = writtenBody(section.body, facts)
  const isWritten = linked === undefined || isOpen

  const write = (next: { readonly text: string; readonly from: number; readonly to: number }) => {
    onChange({ ...section, body: next.text })
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.from, next.to)
    })
  }
  const selection = () => {
    const { selectionStart: from = body.length, selectionEnd: to = body.length } =
      field.current ?? {}
    return { text: body, from, to }
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const isControl = event.ctrlKey || event.metaKey
    if (isControl && event.key === 'Enter') onNext()
    else if (isControl && event.key.toLowerCase() === 'b') write(wrapped(selection(), '**'))
    else if (event.key === '/' && startsInsert(selection())) setInserting(true)
    else return
    event.preventDefault()
  }
  return (
    <section className="report-section" id={`section-${section.id}`} aria-label={name}>
      <div className="report-section-head">
        {section.id === 'cover' ? (
          <h2>{name}</h2>
        ) : (
          <input
            className="report-title"
            aria-label={text('reports.sectionTitle')}
            value={section.title}
            maxLength={256}
            onChange={({ target }) => onChange({ ...section, title: target.value })}
          />
        )}
        <span className="muted">{stateText(section, linked)}</span>
        <span className="report-tools">
          {isWritten && (
            <>
              <Button
                kind="quiet"
                size="small"
                title="Ctrl B"
                onClick={() => write(wrapped(selection(), '**'))}
              >
                {text('reports.bold')}
              </Button>
              <Button kind="quiet" size="small" onClick={() => write(wrapped(selection(), '`'))}>
                {text('reports.code')}
              </Button>
              <Button
                kind="quiet"
                size="small"
                icon="plus"
                title="/"
                onClick={() => setInserting(true)}
              >
                {text('reports.insert')}
              </Button>
            </>
          )}
          <Menu
            name={text('reports.sectionMenu', { name })}
            label={text('reports.sectionMenu', { name })}
            button={{ icon: 'more', iconOnly: true, size: 'small', kind: 'quiet' }}
            items={[
              linked !== undefined &&
                !isOpen && {
                  label: text('reports.editText'),
                  icon: 'edit',
                  onSelect: () => setIsOpen(true),
                },
              { label: text('reports.up'), icon: 'up', onSelect: () => onMove(-1) },
              { label: text('reports.down'), icon: 'down', onSelect: () => onMove(1) },
              {
                label: text('reports.removeSection'),
                icon: 'trash',
                kind: 'danger',
                onSelect: onRemove,
              },
            ]}
          />
        </span>
      </div>
      {isWritten && (
        <textarea
          ref={field}
          className="input report-text"
          aria-label={text('reports.textOf', { name })}
          placeholder={text('reports.toWriteHint')}
          rows={Math.min(16, Math.max(3, body.split('\n').length + 1))}
          maxLength={65_536}
          value={body}
          onChange={({ target }) => onChange({ ...section, body: target.value })}
          onKeyDown={press}
        />
      )}
      {linked === 'timeline' ? (
        <TimelineLines section={section} facts={facts} writing={writing} onChange={onChange} />
      ) : (
        linked !== undefined && <Linked section={section} facts={facts} writing={writing} />
      )}
      {inserting && (
        <InsertDialog
          facts={facts}
          writing={writing}
          onClose={() => setInserting(false)}
          onPick={(words) => {
            setInserting(false)
            write(inserted(selection(), words))
          }}
        />
      )}
    </section>
  )
}

function stateText(section: ReportSection, linked: string | undefined): string {
  if (linked === 'timeline') return text('reports.timelineHint')
  if (linked !== undefined) return text('reports.linked')
  const body = section.body.trim()
  if (body === '{{case.description}}') return text('reports.drafted')
  if (body === '' || body === '{{case.conclusion}}') return text('reports.toWrite')
  return section.changedBy === undefined
    ? ''
    : text('reports.changedBy', { name: section.changedBy })
}

function Linked({
  section,
  facts,
  writing,
}: Pick<SectionEditorProps, 'section' | 'facts' | 'writing'>) {
  const shown = filledLines(section, facts, writing).join('\n')
  return shown.trim() === '' ? (
    <p className="muted">{text('reports.leftOut')}</p>
  ) : (
    <Markdown value={shown} />
  )
}
