import { useMemo } from 'react'
import { text } from '../../../base/texts/index.ts'
import { Part } from './part.tsx'
import { shapeOf } from './shape.ts'
import './findings.css'

/** Any JSON, for reading. */
export function Findings({ value }: { value: unknown }) {
  const isEmpty = useMemo(() => shapeOf(value).kind === 'empty', [value])
  if (isEmpty) return <p className="muted">{text('report.noFindings')}</p>
  return (
    <div className="findings">
      <Part name="" value={value} depth={0} />
    </div>
  )
}
