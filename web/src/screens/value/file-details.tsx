import type { ValueDetail } from '@assay/contract'
import { fileSize } from '../../base/model/times.ts'
import { text } from '../../base/texts/index.ts'
import { FactPanels } from '../report/facts/fact-panels.tsx'
import type { PanelModel } from '../report/facts/model.ts'
import type { Marking } from '../report/facts/use-analyze-parts.ts'

interface FileDetailsProps {
  value: ValueDetail
  panels: readonly PanelModel[]
  marking: Marking
}

/** Properties of the file itself, folded: its kind, its size and its hashes. */
export function FileDetails({ value: { file, hash }, panels, marking }: FileDetailsProps) {
  if (panels.length === 0) return null
  const summary = [
    file?.size === undefined ? '' : fileSize(file.size),
    file?.contentType ?? '',
    hash === undefined ? '' : `SHA-256 ${hash.slice(0, 8)}…${hash.slice(-6)}`,
  ]
  return (
    <details className="panel value-panel value-file-details">
      <summary>
        <b>{text('value.fileDetails')}</b>{' '}
        <span className="muted">{summary.filter(Boolean).join(', ')}</span>
      </summary>
      <FactPanels panels={panels} marking={marking} />
    </details>
  )
}
