import { useMemo, useState } from 'react'
import { cut, defangText } from '../../../base/model/defang.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { GridPart } from './grid-part.tsx'
import { labelOf } from './labels.ts'
import { useIsPrint, usePortion } from './print.ts'
import { ScalarValue } from './scalar-value.tsx'
import { type RecordParts, shapeOf, sizeOf, titleOf } from './shape.ts'
import { ShowMore } from './show-more.tsx'

interface PartProps {
  name: string
  value: unknown
  /** How many sections it lies in. */
  depth: number
}

/** Print shows everything that lies no deeper than this; the screen unfolds as deep as one likes. */
const deepestInPrint = 6

/**
 * Any part of a report, laid out by its shape. Collapsed parts are not drawn, so depth is unlimited.
 */
export function Part({ name, value, depth }: PartProps) {
  const shape = useMemo(() => shapeOf(value), [value])
  switch (shape.kind) {
    case 'empty':
      return <p className="muted">{text('report.nothing')}</p>
    case 'scalar':
      return <ScalarValue name={name} value={shape.value} />
    case 'list':
      return <ScalarList name={name} values={shape.values} />
    case 'grid':
      return (
        <GridPart
          grid={shape}
          cell={(column, inner) =>
            isNested(inner) ? (
              <Section
                label={text('report.nested')}
                name={column}
                value={inner}
                depth={depth + 1}
              />
            ) : (
              <Part name={column} value={inner} depth={depth} />
            )
          }
        />
      )
    case 'items':
      return <ItemsPart values={shape.values} depth={depth} />
    case 'record':
      return <RecordPart parts={shape} depth={depth} />
  }
}

/** In a cell of a table there is room for a value or a short list. */
const isNested = (value: unknown) => {
  const { kind } = shapeOf(value)
  return kind === 'grid' || kind === 'items' || kind === 'record'
}

function RecordPart({ parts, depth }: { parts: RecordParts; depth: number }) {
  const { fields, sections, empty } = parts
  const shownFields = usePortion(fields.length, { first: 60, step: 200 })
  const shownSections = usePortion(sections.length, { first: 30, step: 100 })
  return (
    <div className="findings-record">
      {fields.length > 0 && (
        <dl className="findings-fields">
          {fields.slice(0, shownFields.shown).map(([key, value]) => (
            <div key={key}>
              <dt title={key}>{labelOf(key)}</dt>
              <dd>
                <Part name={key} value={value} depth={depth} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ShowMore rest={shownFields.rest} onMore={shownFields.more} />
      {sections.slice(0, shownSections.shown).map(([key, value]) => (
        <Section key={key} label={labelOf(key)} name={key} value={value} depth={depth} />
      ))}
      <ShowMore rest={shownSections.rest} onMore={shownSections.more} />
      {empty.length > 0 && (
        <p className="findings-empty muted">
          {text('report.emptyFields', { names: emptyNames(empty) })}
        </p>
      )}
    </div>
  )
}

const maxEmptyNames = 20

const emptyNames = (names: readonly string[]) =>
  names.slice(0, maxEmptyNames).map(labelOf).join(', ') +
  (names.length > maxEmptyNames ? ` … (${names.length})` : '')

function ItemsPart({ values, depth }: { values: readonly unknown[]; depth: number }) {
  const { shown, rest, more } = usePortion(values.length, { first: 20, step: 100 })
  // A list in a list in a list … without lids would nest deeper than React can draw.
  if (values.length === 1 && !Array.isArray(values[0])) {
    return <Part name="" value={values[0]} depth={depth} />
  }
  return (
    <div className="findings-record">
      {values.slice(0, shown).map((value, index) => (
        <Section
          // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, its items have no names
          key={index}
          label={itemLabel(value, index)}
          name=""
          value={value}
          depth={depth}
        />
      ))}
      <ShowMore rest={rest} onMore={more} />
    </div>
  )
}

function itemLabel(value: unknown, index: number): string {
  const title = titleOf(value)
  return title === undefined ? `${index + 1}` : `${index + 1}. ${defangText(cut(title, 80))}`
}

/** A collapsible part with a name. Open at the top, so a short report is read without a click. */
export function Section({ label, name, value, depth }: PartProps & { label: string }) {
  const isPrint = useIsPrint()
  const [isOpen, setOpen] = useState(depth < 1)
  const isShown = isPrint ? depth < deepestInPrint : isOpen
  return (
    <details
      className="findings-section"
      open={isShown}
      onToggle={(event) => {
        // Nested sections show their own changes, too.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary>
        <span>{label}</span>
        <span className="muted">{counted('report.parts', sizeOf(value))}</span>
      </summary>
      {isShown && (
        <div className="findings-inside">
          <Part name={name} value={value} depth={depth + 1} />
        </div>
      )}
    </details>
  )
}

function ScalarList({ name, values }: { name: string; values: readonly unknown[] }) {
  const { shown, rest, more } = usePortion(values.length, { first: 12, step: 200 })
  if (values.length === 1) return <ScalarValue name={name} value={values[0]} />
  return (
    <>
      <ul className="findings-list">
        {values.slice(0, shown).map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report does not change, its values may repeat
          <li key={index}>
            <ScalarValue name={name} value={value} />
          </li>
        ))}
      </ul>
      <ShowMore rest={rest} onMore={more} />
    </>
  )
}
