import { useCallback, useEffect, useRef } from 'react'
import { counted, text } from '../../base/texts/index.ts'
import { announce } from '../../base/ui/announcer.tsx'
import { Button } from '../../base/ui/button.tsx'
import { LongTextArea, Radios } from '../../base/ui/field.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { FileButton } from './file-button.tsx'
import { ObservableList } from './observable-list.tsx'
import { readModes } from './reading.ts'
import type { Observables } from './use-observables.ts'

interface ObservablesPanelProps {
  observables: Observables
  accepted: readonly string[]
  isFileTaken: boolean
}

/** One box for whatever is in the clipboard, and what was found in it. */
export function ObservablesPanel({ observables, accepted, isFileTaken }: ObservablesPanelProps) {
  const { rows, mode, reading } = observables
  const box = useRef<HTMLTextAreaElement>(null)
  const focusBox = useCallback(() => box.current?.focus(), [])
  return (
    <Panel
      title={text('analysis.observables')}
      actions={
        <>
          <FileButton onFiles={observables.addFiles} />
          {(observables.text !== '' || rows.length > 0) && (
            <Button size="small" kind="quiet" icon="trash" onClick={observables.clear}>
              {text('analysis.clear')}
            </Button>
          )}
        </>
      }
    >
      <LongTextArea
        label={text('analysis.paste')}
        name="observables"
        rows={rows.length > 0 ? 5 : 8}
        value={observables.text}
        onChange={observables.setText}
        placeholder={text('analysis.pastePlaceholder')}
        hint={text('analysis.pasteHint')}
        box={box}
        textarea={{
          spellCheck: false,
          autoCapitalize: 'none',
          autoCorrect: 'off',
          // A list keeps its lines; sentences are read.
          wrap: reading.isProse ? 'soft' : 'off',
        }}
      />
      {observables.text.trim() !== '' && (
        <Radios
          legend={text('analysis.mode')}
          name="mode"
          value={mode}
          onChange={observables.setMode}
          options={readModes.map((value) => ({
            value,
            label:
              value === 'auto' && mode === 'auto'
                ? text(reading.isProse ? 'analysis.mode.autoProse' : 'analysis.mode.autoValues')
                : text(`analysis.mode.${value}`),
          }))}
        />
      )}
      <Counts observables={observables} />
      <ObservableList
        observables={observables}
        accepted={accepted}
        isFileTaken={isFileTaken}
        onEmptied={focusBox}
      />
    </Panel>
  )
}

/** "Detected 14, 2 duplicates, 1 ignored": seen, and heard once reading is over. */
function Counts({ observables }: { observables: Observables }) {
  const { rows, reading, isReading } = observables
  const unknown = rows.filter(({ dataType }) => dataType === 'other').length
  const { duplicates, comments } = reading
  const said = [
    text('analysis.detected', { count: rows.length - unknown }),
    duplicates > 0 && counted('analysis.duplicates', duplicates),
    comments > 0 && text('analysis.ignored', { count: comments }),
    unknown > 0 && text('analysis.unknown', { count: unknown }),
  ]
    .filter(Boolean)
    .join(', ')
  const isQuiet = rows.length === 0 && comments === 0
  useEffect(() => {
    if (!isQuiet && !isReading) announce(said)
  }, [said, isQuiet, isReading])
  return (
    <p className="counts" aria-busy={isReading || undefined}>
      {isReading ? text('analysis.reading') : isQuiet ? '' : said}
    </p>
  )
}
