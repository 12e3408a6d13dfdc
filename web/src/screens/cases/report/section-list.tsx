import type { ReportSection } from '@assay/contract'
import { type KeyboardEvent, useState } from 'react'
import { moved, movedBefore } from '../../../base/model/order.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'

export const sectionName = ({ title }: Pick<ReportSection, 'title'>): string =>
  title.trim() === '' ? text('reports.cover') : title

interface SectionListProps {
  sections: readonly ReportSection[]
  current: string | undefined
  onOpen: (id: string) => void
  onOrder: (ids: readonly string[]) => void
  onAdd: () => void
}

/** Sections by dragging, or with Alt and the arrow keys. */
export function SectionList({ sections, current, onOpen, onOrder, onAdd }: SectionListProps) {
  const [dragged, setDragged] = useState<string>()
  const ids = sections.map(({ id }) => id)
  const press = (event: KeyboardEvent, id: string) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onOrder(moved(ids, id, event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <nav className="report-sections" aria-label={text('reports.sections')}>
      <h2>{text('reports.sections')}</h2>
      <ol>
        {sections.map((section) => (
          <li
            key={section.id}
            draggable
            data-dragged={dragged === section.id || undefined}
            onDragStart={() => setDragged(section.id)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={() => dragged && onOrder(movedBefore(ids, dragged, section.id))}
          >
            <button
              type="button"
              className="report-section-link"
              aria-current={section.id === current ? 'true' : undefined}
              aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              title={text('reports.moveHint')}
              onClick={() => onOpen(section.id)}
              onKeyDown={(event) => press(event, section.id)}
            >
              <span className="grip" aria-hidden="true" />
              {sectionName(section)}
            </button>
          </li>
        ))}
      </ol>
      <Button kind="quiet" size="small" icon="plus" onClick={onAdd}>
        {text('reports.addSection')}
      </Button>
    </nav>
  )
}
