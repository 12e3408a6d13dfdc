import { type ReactNode, useState } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Panel } from '../../base/ui/page.tsx'
import './charts.css'

interface ChartPanelProps {
  title: string
  chart: ReactNode
  /** The same numbers as a real table, for accessibility. */
  table: ReactNode
  className?: string
  /** Beside the switch. */
  actions?: ReactNode
  /** Below both: what is counted. */
  about?: ReactNode
}

export function ChartPanel(props: ChartPanelProps) {
  const { title, chart, table, className = '', actions, about } = props
  const [isTable, setTable] = useState(false)
  return (
    <Panel
      title={title}
      className={className}
      actions={
        <>
          <Button
            size="small"
            className={isTable ? 'is-chosen' : ''}
            aria-pressed={isTable}
            aria-label={text('charts.asTableOf', { title })}
            onClick={() => setTable(!isTable)}
          >
            {text('charts.asTable')}
          </Button>
          {actions}
        </>
      }
    >
      {isTable ? table : chart}
      {about && <p className="muted chart-about">{about}</p>}
    </Panel>
  )
}
