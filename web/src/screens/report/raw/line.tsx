import { visibleText } from '../../../base/model/defang.ts'
import { counted } from '../../../base/texts/index.ts'
import { Icon } from '../../../base/ui/icons.tsx'
import { closing, hasComma, isFoldable, type Lines, valueAt } from './lines.ts'
import { excerptOf, piecesOf } from './search.ts'
import type { RawMode } from './use-raw-view.ts'

/** A longer text is shown in part; the whole is one click away. */
export const longestShown = 600

/** Deeper ones are not indented further: a thousand levels would be unreadable. */
const deepestIndent = 40

interface LineProps {
  lines: Lines
  line: number
  mode: RawMode
  isFolded: boolean
  needle: string
}

/** One line of JSON. An element with `data-fold` opens and closes it, see the enclosing box. */
export function Line({ lines, line, mode, isFolded, needle }: LineProps) {
  const depth = Math.min(lines.depths[line] ?? 0, deepestIndent)
  const canFold = mode === 'tree' && isFoldable(lines, line)
  return (
    <span className="raw-line-text" style={{ paddingInlineStart: `${depth * 16 + 24}px` }}>
      {canFold && (
        <span className="raw-fold" data-fold={line}>
          <Icon name={isFolded ? 'right' : 'down'} />
        </span>
      )}
      <Key name={lines.keys[line]} mode={mode} needle={needle} />
      <Value lines={lines} line={line} isFolded={isFolded} needle={needle} />
      {mode === 'text' && endsHere(lines, line) && hasComma(lines, line) && ','}
    </span>
  )
}

const endsHere = (lines: Lines, line: number) => !isFoldable(lines, line)

function Key(props: { name: string | number | undefined; mode: RawMode; needle: string }) {
  const { name, mode, needle } = props
  if (name === undefined || (mode === 'text' && typeof name === 'number')) return null
  if (typeof name === 'number') return <span className="raw-index">{name}: </span>
  const shown = excerptOf(name, needle, longestShown)
  return (
    <>
      <span className="raw-key">
        <Marked text={mode === 'text' ? JSON.stringify(shown) : shown} needle={needle} />
      </span>
      {': '}
    </>
  )
}

function Value(props: { lines: Lines; line: number; isFolded: boolean; needle: string }) {
  const { lines, line, isFolded, needle } = props
  const value = lines.values[line]
  const isList = Array.isArray(valueAt(lines, line))
  if (value === closing) return isList ? ']' : '}'
  if (isFoldable(lines, line)) {
    const count = isList ? (value as unknown[]).length : Object.keys(value as object).length
    return (
      <>
        {isFolded ? (isList ? '[…]' : '{…}') : isList ? '[' : '{'}
        {isFolded && <span className="raw-count">{counted('report.parts', count)}</span>}
      </>
    )
  }
  if (typeof value === 'object' && value !== null) return isList ? '[]' : '{}'
  const shown =
    typeof value === 'string'
      ? JSON.stringify(excerptOf(value, needle, longestShown))
      : String(value)
  return (
    <span data-type={value === null ? 'null' : typeof value}>
      <Marked text={shown} needle={needle} />
    </span>
  )
}

/** Escapes that JSON knows show what would hide or turn the text. */
function Marked({ text, needle }: { text: string; needle: string }) {
  return piecesOf(visibleText(text), needle).map((piece, index) =>
    piece.isHit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
      <mark key={index}>{piece.text}</mark>
    ) : (
      piece.text
    ),
  )
}
