import { type ReactNode, useState } from 'react'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import './charts.css'

interface ChartPanelProps {
  title: string
  chart: ReactNode
  /** The same numbers as a real table, for accessibility. */
  table: ReactNode
  className?: string
}

export function ChartPanel({ title, chart, table, className = '' }: ChartPanelProps) {
  const [isTable, setTable] = useState(false)
  return (
    <Panel
      title={title}
      className={className}
      actions={
        <Button
          size="small"
          className={isTable ? 'is-chosen' : ''}
          aria-pressed={isTable}
          aria-label={text('charts.asTableOf', { title })}
          onClick={() => setTable(!isTable)}
        >
          {text('charts.asTable')}
        </Button>
      }
    >
      {isTable ? table : chart}
    </Panel>
  )
}
