import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useReaders } from '../../../base/data/users.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { announce } from '../../../base/ui/announcer.tsx'
import { completed, type Mention, mentionAt, offeredFor } from './mention.ts'

interface CommentFieldProps {
  label: string
  value: string
  rows: number
  onChange: (value: string) => void
  onSend: () => void
  /** The target of the key `m`. */
  isComposer?: boolean
}

/** Words with Markdown: after an `@` colleagues are offered, Ctrl Enter sends. */
export function CommentField(props: CommentFieldProps) {
  const { label, value, rows, onChange, onSend, isComposer } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number>(undefined)
  const colleagues = useReaders().data ?? []
  const [mention, setMention] = useState<Mention>()
  const [current, setCurrent] = useState(0)
  const offered = mention ? offeredFor(colleagues, mention.typed) : []
  const count = offered.length
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  useEffect(() => {
    if (count > 0) announce(counted('cases.mentionOffered', count))
  }, [count])

  const look = ({ value: words, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    setMention(selectionStart === selectionEnd ? mentionAt(words, selectionStart) : undefined)
    setCurrent(0)
  }
  const take = (login: string | undefined) => {
    if (!mention || login === undefined) return
    const next = completed(value, mention, login)
    caret.current = next.caret
    setMention(undefined)
    onChange(next.words)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
      return
    }
    if (count === 0) return
    const act = {
      ArrowDown: () => setCurrent((current + 1) % count),
      ArrowUp: () => setCurrent((current + count - 1) % count),
      Enter: () => take(offered[current]?.login),
      Tab: event.shiftKey ? undefined : () => take(offered[current]?.login),
      Escape: () => setMention(undefined),
    }[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className="comment-field">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        className="input"
        data-composer={isComposer}
        rows={rows}
        placeholder={label}
        value={value}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={count > 0 ? `${id}-people` : undefined}
        aria-activedescendant={count > 0 ? `${id}-${current}` : undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          look(currentTarget)
        }}
        onClick={({ currentTarget }) => look(currentTarget)}
        onBlur={() => setMention(undefined)}
        onKeyDown={press}
      />
      {count > 0 && (
        <div
          id={`${id}-people`}
          className="mentions"
          role="listbox"
          aria-label={text('cases.mention')}
        >
          {offered.map(({ login, name }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
            <div
              key={login}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(login)}
            >
              <strong>@{login}</strong> {name !== login && <span className="muted">{name}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
