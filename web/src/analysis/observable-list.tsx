import { useState } from 'react'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { VirtualRows } from '../ui/virtual-rows.tsx'
import { ObservableRow } from './observable-row.tsx'
import { isUnknown } from './rows.ts'
import { useMedia } from './use-media.ts'
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

export function ObservableList(props: ObservableListProps) {
  const { observables, accepted, isFileTaken, onEmptied } = props
  const [showsUnknown, setShowsUnknown] = useState(false)
  const isNarrow = useMedia('(width < 720px)')
  const { rows, hashes, setType, setTicks, remove } = observables
  const known = rows.filter((row) => !isUnknown(row))
  const unknown = rows.filter(isUnknown)
  const shown = showsUnknown ? [...known, ...unknown] : known
  const ticked = rows.filter(({ isTicked }) => isTicked).length
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
                  onTick={(isTicked) => setTicks([row.key], isTicked)}
                  onType={(dataType) => setType(row.key, dataType)}
                  onRemove={() => {
                    remove(row.key)
                    // Rows move up under the focus, except when there is none below.
                    if (index === shown.length - 1) onEmptied()
                  }}
                />
              )
            )
          }}
        />
      )}
    </>
  )

  /** What is folded away is not ticked behind the reader's back. */
  function tickAll(isTicked: boolean) {
    setTicks(
      shown.map(({ key }) => key),
      isTicked,
    )
  }
}
