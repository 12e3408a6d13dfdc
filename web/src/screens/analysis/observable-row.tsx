import { memo } from 'react'
import { shownValue } from '../../base/model/observable.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { observedOf, type Row } from './rows.ts'
import { TypeSelect } from './type-select.tsx'

interface ObservableRowProps {
  row: Row
  /** Of a file, once it is known. */
  sha256: string | undefined
  accepted: readonly string[]
  isFileTaken: boolean
  onTick: (key: string, isTicked: boolean) => void
  onType: (key: string, dataType: string) => void
  onRemove: (key: string) => void
}

/** Redrawn only when something in it changed: not with every keystroke above the list. */
export const ObservableRow = memo(function ObservableRow(props: ObservableRowProps) {
  const { row, sha256, accepted, isFileTaken, onTick, onType, onRemove } = props
  const shown = shownValue(observedOf(row))
  const isFile = typeof row.value !== 'string'
  const remarks = remarksOn(row, shown, sha256)
  return (
    <div className="observable-row" data-ticked={row.isTicked || undefined}>
      <label className="tick">
        <input
          type="checkbox"
          checked={row.isTicked}
          onChange={(event) => onTick(row.key, event.currentTarget.checked)}
        />
        <span className="visually-hidden">{text('analysis.tick', { value: shown })}</span>
      </label>
      <div className="row-text">
        <p className="row-value value" title={shown}>
          {shown}
          {row.count > 1 && (
            <span className="row-count">{text('analysis.times', { count: row.count })}</span>
          )}
        </p>
        {remarks && (
          <p className="row-remarks muted" title={remarks}>
            {remarks}
          </p>
        )}
      </div>
      {isFile ? (
        <span className="row-type row-file">
          {isFileTaken ? row.dataType : text('analysis.typeUntaken', { type: row.dataType })}
        </span>
      ) : (
        <TypeSelect
          row={row}
          shown={shown}
          accepted={accepted}
          onChange={(dataType) => onType(row.key, dataType)}
        />
      )}
      <Button kind="quiet" size="small" icon="close" iconOnly onClick={() => onRemove(row.key)}>
        {text('analysis.remove', { value: shown })}
      </Button>
    </div>
  )
})

/** Why it is not ticked, what the detection left out, and how it was written. */
function remarksOn(row: Row, shown: string, sha256: string | undefined): string {
  const { original } = row
  return [
    row.reserved && text('analysis.reserved', { meaning: row.reserved }),
    ...row.notes,
    original !== undefined && original !== shown && text('analysis.original', { text: original }),
    sha256 && `SHA-256 ${sha256}`,
  ]
    .filter(Boolean)
    .join(' · ')
}
