import { visibleText } from '../../base/model/defang.ts'
import { text } from '../../base/texts/index.ts'
import { Nothing } from '../../base/ui/nothing.tsx'

interface TagListProps {
  tags: readonly string[]
  /** A click on a tag: usually adds a filter. Without it tags are plain. */
  onPick?: (tag: string) => void
  /** The rest is counted. */
  max?: number
}

export function TagList({ tags, onPick, max = 100 }: TagListProps) {
  if (tags.length === 0) return <Nothing />
  return (
    <ul className="tag-list">
      {tags.slice(0, max).map((tag) => (
        <li key={tag}>
          {onPick ? (
            <button
              type="button"
              className="tag"
              title={text('response.filterBy', { value: tag })}
              onClick={() => onPick(tag)}
            >
              {visibleText(tag)}
            </button>
          ) : (
            <span className="tag">{visibleText(tag)}</span>
          )}
        </li>
      ))}
      {tags.length > max && (
        <li className="muted">{text('marks.more', { count: tags.length - max })}</li>
      )}
    </ul>
  )
}
