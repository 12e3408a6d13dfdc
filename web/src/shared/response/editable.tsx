import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { useAction, useRefusalFocus } from '../../base/use-action.ts'

interface EditableProps<T> {
  /** What is edited: "Title". */
  label: string
  value: T
  canEdit: boolean
  onSave: (value: T) => Promise<unknown>
  /** What the server has now, of something that several people write at. */
  fresh?: (() => Promise<T>) | undefined
  /** How it looks outside editing. */
  children: ReactNode
  field: (props: { value: T; onChange: (value: T) => void; error: string | undefined }) => ReactNode
}

/** Something that is edited in place. */
export function Editable<T>(props: EditableProps<T>) {
  const { label, canEdit, children } = props
  const [isEdited, setEdited] = useState(false)
  const shown = useRef<HTMLDivElement>(null)
  const close = () => {
    setEdited(false)
    requestAnimationFrame(() =>
      shown.current?.querySelector<HTMLElement>(':scope > button')?.focus(),
    )
  }
  if (isEdited) return <EditForm {...props} onClose={close} />
  return (
    <div className="editable" ref={shown}>
      <div className="editable-value">{children}</div>
      {canEdit && (
        <Button kind="quiet" size="small" icon="edit" iconOnly onClick={() => setEdited(true)}>
          {text('response.edit', { what: label })}
        </Button>
      )}
    </div>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The draft is independent: concurrent changes are shown above it and overwrite nothing. */
function EditForm<T>(props: EditableProps<T> & { onClose: () => void }) {
  const { value, onSave, fresh, field, onClose, children } = props
  const [before] = useState(value)
  const [draft, setDraft] = useState(value)
  const isOther = !isSame(before, value)
  const { busy, problem, refusals, run } = useAction()
  const form = useRefusalFocus(refusals)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [form])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void run(async () => {
      // Whatever the writer has not seen yet is shown first; the next press saves.
      if (fresh && !isSame(await fresh(), value)) return
      await onSave(draft)
      onClose()
    })
  }
  return (
    <form
      className="editable-form"
      noValidate
      ref={form}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {isOther && (
        <div className="notice notice-warning" role="status">
          <div className="notice-text">
            <p>{text('response.changedMeanwhile')}</p>
            {children}
          </div>
        </div>
      )}
      {field({ value: draft, onChange: setDraft, error: problem?.message })}
      <div className="buttons">
        <Button type="submit" kind="primary" size="small" busy={busy}>
          {text('app.save')}
        </Button>
        <Button size="small" onClick={onClose}>
          {text('app.cancel')}
        </Button>
      </div>
    </form>
  )
}
