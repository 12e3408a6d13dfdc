import { visibleText } from '@assay/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { counted, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { useMedia } from '../../base/ui/use-media.ts'
import { VirtualRows } from '../../base/ui/virtual-rows.tsx'
import { ObservableRow } from './observable-row.tsx'
import { isUnknown, type Row } from './rows.ts'
import type { Observables } from './use-observables.ts'

interface ObservableListProps {
  observables: Observables
  /** Types of texts that an enabled analyzer takes. */
  accepted: readonly string[]
  isFileTaken: boolean
  /** Where the focus goes when the last row is gone. */
  onEmptied: () => void
}

const maxRows = 12
/** Texts that are no observables, named below the list. */
const maxNamed = 8

export function ObservableList(props: ObservableListProps) {
  const { observables, accepted, isFileTaken, onEmptied } = props
  const [showsUnknown, setShowsUnknown] = useState(false)
  const isNarrow = useMedia('(width < 720px)')
  const { rows, hashes, setType, setTicks, remove } = observables
  const { shown, unknown, ticked } = useMemo(() => parted(rows, showsUnknown), [rows, showsUnknown])
  const tick = useCallback(
    (key: string, isTicked: boolean) => setTicks([key], isTicked),
    [setTicks],
  )
  const lastKey = useRef<string>(undefined)
  useEffect(() => {
    lastKey.current = shown.at(-1)?.key
  })
  const removeRow = useCallback(
    (key: string) => {
      remove(key)
      // Rows move up under the focus, unless there is none below.
      if (key === lastKey.current) onEmptied()
    },
    [remove, onEmptied],
  )
  if (rows.length === 0) return null
  return (
    <>
      <div className="list-tools">
        <span className="muted number">
          {text('analysis.ticked', { ticked, total: rows.length })}
        </span>
        <Button size="small" kind="quiet" onClick={() => tickAll(true)}>
          {text('analysis.tickAll')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => tickAll(false)}>
          {text('analysis.tickNone')}
        </Button>
        {unknown.length > 0 && (
          <Button
            size="small"
            kind="quiet"
            icon={showsUnknown ? 'up' : 'down'}
            aria-expanded={showsUnknown}
            onClick={() => setShowsUnknown(!showsUnknown)}
          >
            {counted(
              showsUnknown ? 'analysis.unknownHide' : 'analysis.unknownShow',
              unknown.length,
            )}
          </Button>
        )}
      </div>
      {unknown.length > 0 && !showsUnknown && (
        <p className="unread muted">
          {text('analysis.unread')}
          {unknown.slice(0, maxNamed).map(({ key, value }) => (
            <span key={key} className="value">
              {visibleText(String(value).slice(0, 80))}
            </span>
          ))}
          {unknown.length > maxNamed && text('marks.more', { count: unknown.length - maxNamed })}
        </p>
      )}
      {shown.length > 0 && (
        <VirtualRows
          label={text('analysis.observables')}
          className="observable-rows"
          count={shown.length}
          rowHeight={isNarrow ? 92 : 48}
          maxRows={maxRows}
          row={(index) => {
            const row = shown[index]
            return (
              row && (
                <ObservableRow
                  row={row}
                  sha256={hashes.get(row.key)}
                  accepted={accepted}
                  isFileTaken={isFileTaken}
                  onTick={tick}
                  onType={setType}
                  onRemove={removeRow}
                />
              )
            )
          }}
        />
      )}
    </>
  )

  /** Collapsed items are never ticked silently. */
  function tickAll(isTicked: boolean) {
    setTicks(
      shown.map(({ key }) => key),
      isTicked,
    )
  }
}

/** Unknown ones last, if at all. */
function parted(rows: readonly Row[], showsUnknown: boolean) {
  const known: Row[] = []
  const unknown: Row[] = []
  let ticked = 0
  for (const row of rows) {
    if (row.isTicked) ticked += 1
    if (isUnknown(row)) unknown.push(row)
    else known.push(row)
  }
  const shown = showsUnknown ? [...known, ...unknown] : known
  return { shown, unknown, ticked }
}
