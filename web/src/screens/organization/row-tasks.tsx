import type { ReactNode } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'

interface RowTasksProps {
  /** Of the entity in the row, for screen readers. */
  name: string
  onEdit?: () => void
  onRemove: () => void
  /** Why it cannot be removed. */
  staysBecause?: string | false
  children?: ReactNode
}

/** The buttons at the end of a row. */
export function RowTasks({ name, onEdit, onRemove, staysBecause, children }: RowTasksProps) {
  return (
    <span className="row-buttons">
      {children}
      {onEdit && (
        <Button size="small" onClick={onEdit}>
          {text('app.edit')} <span className="visually-hidden">{name}</span>
        </Button>
      )}
      <Button size="small" icon="trash" iconOnly unavailable={staysBecause} onClick={onRemove}>
        {text('settings.remove', { name })}
      </Button>
    </span>
  )
}
